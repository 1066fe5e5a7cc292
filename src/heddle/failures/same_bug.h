/* SPDX-License-Identifier: Apache-2.0
 *
 * One bug has one folder, over searches and rebuilds: a failure that an earlier search has found is written
 * into the folder that it has already. */
#pragma once

#include "report/report.h"

/* N of the OUT/bug-N that is about the same bug (report/fingerprint.h); 0: there is none. What did not replay
 * never takes the place of what did. */
unsigned hd_same_bug(const char *out, const struct hd_report *r);
/* Of OUT/bug-N; NULL: it has none that can be read. */
struct hd_report *hd_bug_report(const char *out, unsigned number);
/* Of the bug in this folder, to be freed; NULL and a sentence in *error if it has no report. */
char *hd_bug_fingerprint(const char *folder, const char **error);
