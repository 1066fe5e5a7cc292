/* SPDX-License-Identifier: Apache-2.0
 *
 * What the search for potential violations (potential.h) knows of a run. */
#pragma once

#include "analysis/order.h"
#include "analysis/sets/unit.h"
#include "base/buckets.h"

#define HD_POTENTIAL_OF_ONE 6	 /* units of one function, thread and set that are remembered */
#define HD_POTENTIAL_SETS   1024 /* buckets */
#define HD_POTENTIAL_SEEN   4096

enum hd_potential_what { HD_POTENTIAL_READ, HD_POTENTIAL_WRITE, HD_POTENTIAL_LOCK, HD_POTENTIAL_UNLOCK };

struct hd_potential_lock {
	uint64_t lock;
	uint32_t site; /* where it was taken */
	bool shared;
};

struct hd_potential_item {
	uint8_t what;  /* enum hd_potential_what */
	uint64_t part; /* see struct hd_unit_access */
	uint64_t addr;
	uint32_t member, site, context;
	struct hd_potential_lock lock;
	uint32_t time; /* of the thread, on its weak clock */
	const struct hd_vclock *clock;
};

struct hd_potential_unit {
	uint64_t unit;
	uint32_t function;
	hd_tid tid;
	unsigned nitems, nheld;
	struct hd_potential_item items[HD_MAX_SET_ITEMS];
	struct hd_potential_lock held[HD_MAX_SET_LOCKS];
	struct hd_potential_set *set;
	struct hd_potential_unit *next;	     /* of the set, newest first */
	struct hd_potential_unit *next_open; /* of the thread */
};

struct hd_potential_set {
	uint64_t number, kind;
	struct hd_potential_unit *units;
	unsigned nunits;
	struct hd_potential_set *next, *next_known;
};

struct hd_potential_thread {
	uint32_t run;
	struct hd_potential_unit *open;
	struct hd_vclock *clock; /* that its last item had */
	unsigned nheld;
	struct hd_potential_lock held[HD_MAX_SET_LOCKS];
};

struct hd_potential_violation {
	unsigned pattern, n;
	uint64_t kind; /* of the set */
	uint64_t key;
	uint32_t functions[2];			   /* of u and v */
	const struct hd_potential_item *events[4]; /* [n], in the order that is to be brought about */
	bool of_v[4];
	struct hd_potential_lock
	    window[HD_MAX_SET_LOCKS];		/* the vulnerable window's lockset, as u took it … */
	uint32_t window_of_v[HD_MAX_SET_LOCKS]; /* … and where v takes the same lock */
	unsigned nwindow;
};

struct hd_potential {
	struct hd_order *order;
	struct hd_arena *arena;
	uint32_t run;
	struct hd_potential_thread *threads;	     /* by id, HD_MAX_THREADS, zero when first used */
	struct hd_bucket buckets[HD_POTENTIAL_SETS]; /* of struct hd_potential_set */
	struct hd_potential_set *known;
	unsigned nunits;
	uint32_t seen_run[HD_POTENTIAL_SEEN], group_run[HD_POTENTIAL_SEEN];
	uint64_t seen[HD_POTENTIAL_SEEN];
	uint8_t group[HD_POTENTIAL_SEEN];
	unsigned tried;
	uint8_t
	    most; /* potential violations of one pattern, by two functions on a kind of set, that are told */
	void (*found)(void *to, const struct hd_potential_violation *v);
	void *to;
};

struct hd_potential_order { /* accesses that are to come in this order: i of u, k and l of v, j of u */
	unsigned i, k, l, j;
	bool crossing; /* … or i, k, j, l */
};
