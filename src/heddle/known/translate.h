/* SPDX-License-Identifier: Apache-2.0
 *
 * The schedule of a failure of another build of the program, in terms of this one: each operation is looked
 * for in the same function, at the line that its line has become (align.h). Operations that are not there any
 * more are left out. */
#pragma once

#include "heddle/workers/target.h"
#include "model/schedule/places.h"
#include "model/schedule/schedule.h"
#include "report/report.h"
#include "symbol/symbol.h"

struct hd_translated {
	struct hd_schedule *schedule; /* its strategy is retrace; without a hash */
	bool *decisive; /* by step: experiments have shown that its order makes the difference */
	bool *needed;	/* by step: to say anything, runs have to come there */
	size_t kept;	/* operations that are still there */
	char **gone;	/* needed operations that are not: "deposit bank.c:12", each once */
	size_t ngone, gone_cap;
};

/* `report` tells which orders of steps make the difference. */
void hd_translate(const struct hd_schedule *old, const struct hd_places *places,
		  const struct hd_report *report, const struct hd_target *target, struct hd_symbols *symbols,
		  struct hd_translated *out);
void hd_translated_free(struct hd_translated *t);
