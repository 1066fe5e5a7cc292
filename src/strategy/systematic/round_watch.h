/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads only go round a loop (spin_rounds.h), seen step by step by a systematic search. */
#pragma once

#include "strategy/systematic/spin_rounds.h"
#include "strategy/systematic/thread_set.h"

struct hd_round_watch {
	struct hd_rounds of[HD_SET_THREADS];
	uint32_t nthreads;
	hd_tid last;		     /* the thread that made the last step; HD_NO_TID: there is none */
	uint64_t changes;	     /* of memory, before that step                                  */
	struct hd_op did;	     /* what the step was                                            */
	struct hd_footprint touched; /* … and touched                                                */
};

/* A run begins. */
static inline void hd_round_watch_begin(struct hd_round_watch *w)
{
	w->nthreads = 0;
	w->last = HD_NO_TID;
}

/* The thread, one of the first HD_SET_THREADS, has been created. */
void hd_round_watch_born(struct hd_round_watch *w, hd_tid child);
/* The thread is about to make this step. What threads after the first HD_SET_THREADS do may matter to all. */
void hd_round_watch_step(struct hd_round_watch *w, hd_tid tid, const struct hd_op *op,
			 const struct hd_footprint *touched, const struct hd_facts *facts);
/* Whether the step that was made last has changed memory; true if that is not known. */
bool hd_round_watch_changed(const struct hd_round_watch *w, const struct hd_facts *facts);
/* The last step has been made: which threads only go round a loop now? */
void hd_round_watch_settle(struct hd_round_watch *w, const struct hd_choice *c, struct hd_suspects *suspects);
/* The threads that go round loops, and wait for a write. */
uint64_t hd_round_watch_waiting(const struct hd_round_watch *w);
