/* SPDX-License-Identifier: Apache-2.0
 *
 * What the check for serializability (conflict.h) knows of a run. */
#pragma once

#include "analysis/sets/conflict_graph.h"
#include "base/buckets.h"

#define HD_CONFLICT_BUCKETS 4096
#define HD_CONFLICT_CYCLE   16	 /* units of a cycle; of longer ones only one for each edge is told */
#define HD_CONFLICT_SEEN    4096 /* cycles and patterns that are not told twice */

struct hd_conflict_seen {     /* a unit that touched a location, last or since it was written */
	struct hd_work *work; /* if it still is the same one: */
	uint64_t unit;
	struct hd_touch touch;
	struct hd_conflict_seen *next;
};

struct hd_conflict_place { /* a location of a set */
	uint32_t member;
	struct hd_conflict_set *set;
	struct hd_conflict_place *next; /* in its bucket */
	struct hd_conflict_place *next_of_set;
	struct hd_conflict_seen writer;	  /* writer.unit is 0: none */
	struct hd_conflict_seen *readers; /* since then */
	unsigned nreaders, prune_at;
	uint64_t last_unit, last_turn; /* the unit that came last … */
	bool last_did[2];	       /* … and has read, has written */
};

struct hd_conflict_set {
	uint64_t number, kind;
	uint64_t turn, last_unit;
	bool gone;
	struct hd_work *newest; /* all units of it, by their last access */
	struct hd_work *open;
	struct hd_conflict_place *places;
	struct hd_conflict_set *next; /* in its bucket */
};

struct hd_conflict_open { /* a unit under way */
	uint64_t unit;
	struct hd_work *works;
	struct hd_conflict_open *next; /* of the thread */
};

struct hd_conflict_cycle {
	uint64_t kind, set; /* of the set */
	unsigned n;
	bool minimal;				     /* no two of its units are on a cycle by themselves */
	uint64_t key;				     /* of this sequence of functions */
	const struct hd_conflict_edge *const *edges; /* [n], each begins where the one before ends */
};

struct hd_conflict_match { /* of a pattern: see pattern_search.h */
	uint64_t kind, set;
	unsigned pattern, n;
	const struct hd_work *u, *v;
	const struct hd_touch *touches[4]; /* [n], in the order in which they happened */
	bool of_v[4];
};

struct hd_conflict {
	struct hd_arena *arena;
	struct hd_conflict_graph graph;
	uint32_t run;
	bool full;	    /* no memory: what comes is not looked at */
	uint64_t forgotten; /* units, for want of room: a cycle through one of them is not seen */
	struct hd_conflict_open **threads;	      /* by id, HD_MAX_THREADS; those of this run: */
	uint32_t *thread_run;			      /* likewise, zero when first used */
	struct hd_bucket sets[HD_CONFLICT_BUCKETS];   /* of struct hd_conflict_set   */
	struct hd_bucket places[HD_CONFLICT_BUCKETS]; /* of struct hd_conflict_place */
	struct hd_conflict_set *unused_sets;
	struct hd_conflict_place *unused_places;
	struct hd_conflict_seen *unused_seen;
	struct hd_conflict_open *unused_open;
	struct hd_touch *unused_touches;
	unsigned sweep_at;
	uint32_t seen_run[HD_CONFLICT_SEEN], tried_run[HD_CONFLICT_SEEN];
	uint64_t seen[HD_CONFLICT_SEEN];
	uint32_t tried[HD_CONFLICT_SEEN];
	uint64_t compared; /* touches, in search of patterns: there is an end to it */
	void (*cycle)(void *to, const struct hd_conflict_cycle *c);
	void (*match)(void *to, const struct hd_conflict_match *m);
	void *to;
};
