/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of several searches as one run of SARIF 2.1.0: code scanning services want one for each tool.
 * What several searches have found is there once. */
#pragma once

#include <stdio.h>

#include "report/results.h"

struct hd_sarif_merge;

/* Names of source files are to be relative to `root`. */
struct hd_sarif_merge *hd_sarif_merge_new(const char *root);
void hd_sarif_merge_free(struct hd_sarif_merge *m);
/* What hd_sarif_write() has written to this file. A file that is not there, or none of ours, adds nothing. */
void hd_sarif_merge_add(struct hd_sarif_merge *m, const char *path);
/* s->found is not looked at. 0, or -1 with errno. */
int hd_sarif_merge_write(const struct hd_sarif_merge *m, const struct hd_search_results *s, FILE *f);
