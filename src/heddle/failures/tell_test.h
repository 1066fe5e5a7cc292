/* SPDX-License-Identifier: Apache-2.0
 *
 * A test of a framework in the report of a failure. */
#pragma once

#include "heddle/workers/capture.h"
#include "report/report.h"

/* If the output of the failing run is that of a known test framework: note in the report which test it was. A
 * failed check becomes the message of the report, because the exit status that it leads to tells nothing. */
void hd_report_tell_test(struct hd_report *r, const struct hd_capture *output);
