/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a report back. The file may have been cut short, edited or made up: all of it is checked, and text
 * is made fit for a terminal. */
#pragma once

#include "report/report.h"

struct hd_report *hd_report_parse_json(const char *text, size_t size, const char **error);
/* NULL and a sentence in *error (kept until the next call, not to be freed) when the file is none of ours. */
struct hd_report *hd_report_read_json(const char *path, const char **error);
