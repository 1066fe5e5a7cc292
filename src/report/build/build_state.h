/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known while a report is made. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "report/build/source_lines.h"
#include "report/report.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

#define HD_REPORT_STEPS 4000  /* the last steps of a run that a report lists */
#define HD_REPORT_MOST	32768 /* the most that it lists: see how_many() in take_record.c */

struct hd_named_block {
	uint64_t number;	    /* as the runtime counts          */
	struct hd_wire_place place; /* as it was when last mentioned  */
};

struct hd_build {
	const struct hd_wire *wire;
	unsigned index; /* of the worker */
	const struct hd_wire_worker *worker;
	uint32_t nmodules, nsites;
	struct hd_wire_failure failure; /* a copy; counts, kinds and strings are in bounds */
	struct hd_wire_event *events;	/* copies of the last ones, in order; likewise    */
	unsigned nevents;
	struct hd_symbols *symbols;
	struct hd_sources *sources;
	struct hd_named_block *blocks;
	size_t nblocks, blocks_cap;
	bool one_block; /* there is no other block: it is called `a node` instead of `node A` */
	struct hd_report *report;
};
