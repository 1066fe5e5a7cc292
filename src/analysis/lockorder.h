/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlocks that a run did not have but could have had: cycles of "holds one lock and wants another", of any
 * length, each edge by another thread. A cycle counts only if it is possible: no further lock is held around
 * two of its edges (a gate lock keeps their threads apart), nothing but locks orders two of them (a thread
 * that is started or signalled after the other one is done cannot meet it), and no two of them share a lock
 * that both hold for reading. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/order.h"
#include "base/buckets.h"

struct hd_held_lock {
	uint64_t lock;
	uint32_t site; /* where it was acquired */
	bool shared;
};

struct hd_lock_edge {
	struct hd_held_lock has, wants; /* wants.site: where it is asked for */
	hd_tid tid;
	uint32_t context; /* what the caller wants to be told again: the call stack of the request */
	uint32_t time;	  /* of the request, on the thread's own weak clock */
	struct hd_vclock clock;
	struct hd_held_lock held[HD_MAX_LOCKS_HELD]; /* all that it holds, `has` too */
	unsigned nheld;
	struct hd_lock_edge *next; /* the next one that has a lock of the same bucket */
};

#define HD_EDGE_BUCKETS 256

struct hd_lockorder {
	struct hd_order *order;
	struct hd_arena *arena;
	uint32_t run;
	struct hd_bucket buckets[HD_EDGE_BUCKETS]; /* of struct hd_lock_edge, by has.lock */
	unsigned nedges;
	/* Called for each cycle that a new edge closes; edges[i] wants what edges[i + 1] has. */
	void (*found)(void *to, const struct hd_lock_edge *const *edges, unsigned n);
	void *to;
};

void hd_lockorder_begin(struct hd_lockorder *l);
/* The thread asks for a lock (and waits for it if it must) while it holds others. */
void hd_lockorder_request(struct hd_lockorder *l, hd_tid t, const struct hd_held_lock *wants,
			  uint32_t context, const struct hd_held_lock *held, unsigned nheld);
