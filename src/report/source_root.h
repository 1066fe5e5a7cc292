/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of source files as other programs want them: relative to the folder of the whole project, because
 * they have it in another place. */
#pragma once

/* What GitHub Actions or GitLab say it is, or the nearest folder with a `.git` in it, from the current one
 * upwards, or else the current one. Absolute, without a slash at the end (but for "/"), to be freed. */
char *hd_source_root(void);
/* The file as seen from `root`, pointing into `file`; NULL: it is not below it. Files that have a relative
 * name are below it. */
const char *hd_below_root(const char *root, const char *file);
