/* SPDX-License-Identifier: Apache-2.0
 *
 * The making of a report, one file a task: take what the wire holds (checked and copied), name places,
 * objects and threads, list the steps, mark those that matter, and say in a sentence what happened.
 */
#pragma once

#include <stdio.h>

#include "report/build/build_state.h"

/* An empty report to be filled, and what is needed for that; the end frees all but the report. */
struct hd_build hd_build_begin(const struct hd_wire *wire, unsigned index, struct hd_symbols *symbols);
void hd_build_end(struct hd_build *b);

/* From worker `index` of a traced run (modules, sites, failure, trace). Checks all it reads. */
struct hd_report *hd_report_build(const struct hd_wire *wire, unsigned index,
				  const struct hd_report_context *context, struct hd_symbols *symbols);
