/* SPDX-License-Identifier: Apache-2.0
 *
 * The second half of the profiler (profile.h): whether one operation could immediately follow another one,
 * and what such dependencies make together. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "analysis/iroots/feasible.h"
#include "base/rng.h"
#include "model/iroot.h"

#define HD_PREDICT_DEPENDENCIES 4096	   /* of a run, that are joined to compound idioms */
#define HD_PREDICT_INSTANCES	8	   /* of them between the same sites */
#define HD_PREDICT_CHECKS	64	   /* of one iRoot in a run; then only some */
#define HD_PREDICT_JOINS	(1u << 17) /* compound iRoots that are checked in a run */
#define HD_PREDICT_PAIRS	64
#define HD_PREDICT_KNOWN	(1u << 13)
#define HD_PREDICT_NESTED	1024 /* locks taken inside of others, of a run */

struct hd_profile_op;
struct hd_profile_place;
struct hd_predict_dependency;
struct hd_predict_nested;

struct hd_predict {
	struct hd_arena *arena;
	uint32_t run;
	unsigned ndependencies, nnested, joins;
	uint32_t window; /* operations of a thread between its two parts of a compound idiom */
	struct hd_predict_dependency *pairs[HD_PREDICT_PAIRS]; /* by hash of their two threads */
	struct hd_predict_nested *nested[HD_PREDICT_PAIRS];    /* by hash of their two locks */
	struct {
		uint64_t key;
		uint32_t run;
		uint16_t checks, found;
	} known[HD_PREDICT_KNOWN]; /* what was tried in this run; forgets */
	struct hd_puzzle puzzle;
	/* Called for each iRoot that is predicted, with its operations A, B, C, D: often for the same one. */
	void (*predicted)(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops);
	/* False: it would not be news. NULL: it always is. */
	bool (*wanted)(void *to, const struct hd_iroot *r);
	void *to;
	uint64_t chance; /* for what is left to it: of the run, and of nothing else */
	bool every;	 /* of each iRoot all instances are told, not only the first in a run */
};

void hd_predict_begin(struct hd_predict *p);
/* Both are over, and of different threads at one place. */
void hd_predict_dependency(struct hd_predict *p, const struct hd_profile_op *from,
			   const struct hd_profile_op *to);
/* A place was divided, as the last one of so many: what was predicted of its operations holds for their
 * twins. */
void hd_predict_divided(struct hd_predict *p, uint32_t divided);
/* A thread has taken a lock, and may hold others: if another thread takes two of them the other way round,
 * they could deadlock, which is idiom 5. */
void hd_predict_nested_locks(struct hd_predict *p, const struct hd_profile_op *taker);
/* The run is over. */
void hd_predict_compounds(struct hd_predict *p);

/* One in eight of what would not be looked at, because it is like what was, is: when all instances matter. */
static inline bool hd_predict_by_chance(const struct hd_predict *p, uint64_t what)
{
	return p->every && !(hd_mix64(what ^ p->chance) & 7);
}

/* Nothing but locks keeps b from coming before a, of another thread. */
bool hd_predict_ordered(const struct hd_point *a, hd_tid of, const struct hd_point *b);
