/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads as they were when the run failed: what each did or waited for, its locks and its calls. */
#pragma once

#include <stdio.h>

#include "report/report.h"

void hd_thread_list_put(FILE *f, const struct hd_report *r);
