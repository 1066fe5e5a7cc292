/* SPDX-License-Identifier: Apache-2.0
 *
 * The failure for a person to read: what happened, where, what each thread was doing, and the steps that led
 * there. */
#pragma once

#include "report/report.h"

/* The failure for a person: sentence, where, threads, locks, the last steps. */
void hd_report_print(const struct hd_report *r, FILE *f, bool colour);
/* The same in lines of so many columns; `all`: no step and no frame of a stack is folded. */
void hd_report_print_width(const struct hd_report *r, FILE *f, bool colour, unsigned width, bool all);
