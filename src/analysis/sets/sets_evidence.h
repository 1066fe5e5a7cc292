/* SPDX-License-Identifier: Apache-2.0
 *
 * What critical sections teach, over runs: which members of objects they use together, and where. */
#pragma once

#include "analysis/sets/sets_state.h"

struct hd_evidence_use {
	uint32_t member; /* hd_member_number() */
	unsigned flags;	 /* HD_MEMBER_READ, HD_MEMBER_WRITTEN */
};

/* The location's member, numbered over all kinds of objects; 0: it has none, or no thread has ever written
 * it. */
uint32_t hd_member_number(const struct hd_sets *s, const struct hd_sets_leaf *l);

/* A critical section that began at the place `key` has used these of one object. */
void hd_evidence_learn(struct hd_sets *s, uint64_t key, const struct hd_evidence_use *uses, unsigned n);

/* One that began there writes what it uses, and comes right before or after another one, in one function,
 * that writes the member (HD_MEMBER_NEXT); or it wrote the member and came alone (HD_MEMBER_ALONE). */
void hd_evidence_use(struct hd_sets *s, uint64_t key, uint32_t member, unsigned flags);

/* Members of two critical sections, the first n and the m behind them, belong together, so that it can be
 * wrong to read them (or `writes`: to write them) in two: some section uses one of each, and none shows that
 * they have a life of their own. */
bool hd_evidence_ties(const struct hd_sets *s, const uint32_t *members, unsigned n, unsigned m, bool writes);

/* Some critical sections that began at this place have written the member. */
bool hd_evidence_writes(const struct hd_sets *s, uint64_t key, uint32_t member);

/* Some function is a unit of several critical sections. As long as none is there can be no violation. */
void hd_evidence_chained(struct hd_sets *s);
