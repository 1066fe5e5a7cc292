/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells one bug from another over searches, rebuilds and machines: the kind of failure and where the
 * program's own code is. A place is a function, the text of a line and the column, so that code added
 * elsewhere changes nothing. Of failures that look the same and have different causes, those found later also
 * have what their cause is about. Numbers of threads and steps, addresses and paths have no part in it. */
#pragma once

#include "report/report.h"

#define HD_FINGERPRINT_DIGITS 16
/* Among the fingerprints of other tools; another algorithm gets another number. */
#define HD_FINGERPRINT_NAME "heddleBug/v1"

/* HD_FINGERPRINT_DIGITS hexadecimal digits, to be freed. */
char *hd_report_fingerprint(const struct hd_report *r);
/* The same without the texts of the lines and of messages: the kind and the functions alone. */
char *hd_report_rough_fingerprint(const struct hd_report *r);
/* Their rough fingerprints are the same. */
bool hd_reports_look_alike(const struct hd_report *a, const struct hd_report *b);
