/* SPDX-License-Identifier: Apache-2.0
 *
 * `auto` tries small programs completely: some of its runs are those of a systematic search, and when that
 * has nothing left, the program was proved to have no failing schedule. How many runs it gets depends on how
 * large its tree seems to be: a tree that can be finished gets every other run, and a large one hardly any.
 */
#pragma once

#include "model/division.h"
#include "strategy/strategy.h"

#define HD_COMPLETE_STRATEGY HD_STRATEGY_value

/* The next run is one of the systematic search. `explored` is the share of its tree that was tried. */
bool hd_complete_is_due(struct hd_complete *c, double explored);

/* What it has shown is a proof that needs no other strategy: nothing that the program does was left out, but
 * for what no processor of this kind does. */
static inline bool hd_complete_is_proof(const struct hd_proof *p)
{
	return p->all && !p->gaps && !(p->limits & ~HD_LIMIT_BIT(NO_WEAK));
}
