/* SPDX-License-Identifier: Apache-2.0
 *
 * A report as JSON. Members that are unknown are left out. */
#pragma once

#include "report/report.h"

/* 0, or -1 with errno. */
int hd_report_write_json(const struct hd_report *r, FILE *f);
