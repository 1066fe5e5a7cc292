/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads there are, which code each of them runs, and which may be alive when an operation is done.
 * Threads that one call creates are one kind; kind 0 is the main thread. A set of kinds is a mask. */
#pragma once

#include "static/facts/facts.h"

#define HD_MOST_THREADS                                                                                      \
	64 /* kinds; what is created beyond that is the last kind, of which nothing is known */

struct hd_thread_kind {
	uint32_t create; /* the act; HD_NIL: the main thread */
	uint64_t parents;
	uint64_t descendants; /* without itself */
	bool many;	      /* several may be alive at the same time */
	bool unclear;	      /* it is not known when it is alive: with everything */
	bool joinable;	      /* its handle is known to be that of one thread */
};

struct hd_threads {
	struct hd_static_facts *f;
	struct hd_thread_kind kind[HD_MOST_THREADS];
	unsigned n;
	uint64_t *runs;	 /* of each function: the kinds that run it */
	uint64_t *alive; /* of each act: the kinds that the thread at it has created, by itself or through
			    them, and that may be alive */
	bool *starts;	 /* of each function: a thread begins with it */
	bool *once;	 /* of each function: it is called at most once in a run of the program */
	uint64_t beside[HD_MOST_THREADS]; /* kinds that may be alive at the same time, where neither created
					     the other */
};

/* The two acts may happen at the same time, done by different threads. */
bool hd_threads_parallel(const struct hd_threads *t, uint32_t act_a, uint32_t act_b);
/* There is one such object in a run of the program, and one place in it: all that point there point to the
 * same. */
bool hd_threads_single(const struct hd_threads *t, struct hd_cell cell);
/* There is at most one thread of this kind in a run of the program. */
bool hd_threads_one(const struct hd_threads *t, unsigned kind);
/* The code that an act is in can run. */
bool hd_threads_reached(const struct hd_threads *t, uint32_t act);
