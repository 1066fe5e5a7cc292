/* SPDX-License-Identifier: Apache-2.0
 *
 * The report of a failure that a traced replay has just shown, with what is known beside the run itself: how
 * much smaller it is than the one that was found, what the program printed last, and races. */
#pragma once

#include "heddle/failures/understand.h"
#include "heddle/workers/capture.h"
#include "report/report.h"

/* `context` lacks only what experiments have shown, which is in `u`. */
struct hd_report *hd_confirmed_report(struct hd_rerun *replay, const struct hd_report_context *context,
				      const struct hd_understood *u, const struct hd_capture *output,
				      struct hd_symbols *symbols);
