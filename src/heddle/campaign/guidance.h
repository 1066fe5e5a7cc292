/* SPDX-License-Identifier: Apache-2.0
 *
 * The code of the program guides a search that tries orders of pairs (-s value): it is analysed in the
 * background, and what comes of it goes to the workers. */
#pragma once

#include "heddle/static/analyser.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

struct hd_guidance {
	struct hd_wire *wire;
	struct hd_symbols *symbols;
	const char *program;
	bool awaited; /* workers wait for it when they have tried what they know themselves */
	bool there;   /* pairs are known */
	struct hd_analysis analysis;
	struct hd_pairs pairs;
};

/* Before the workers start; the caller has set wire, symbols and program. */
void hd_guidance_init(struct hd_guidance *g);
/* Now and then while they search, with so many runs and steps behind them; returns in how many seconds to
 * look again. */
double hd_guidance_look(struct hd_guidance *g, uint64_t runs, uint64_t steps);
/* The pairs of the code, analysed now if that has not been done. NULL: the program has no bitcode, or a
 * sentence has said what is wrong. */
const struct hd_pairs *hd_guidance_pairs(struct hd_guidance *g);
/* An analysis that is under way ends. */
void hd_guidance_stop(struct hd_guidance *g);
void hd_guidance_term(struct hd_guidance *g);
