/* SPDX-License-Identifier: Apache-2.0
 *
 * The report of a long run lists its last steps only. Its schedule knows all of them: they are listed by
 * running it again. */
#pragma once

#include "report/report.h"

/* Put every step of the recorded failure into its report. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_list_every_step(struct hd_report *r, const char *bug);
