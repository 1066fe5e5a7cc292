/* SPDX-License-Identifier: Apache-2.0
 *
 * Is a run serializable, one atomic set at a time? After Sumner, Hammer and Dolby (Marathon, RV 2011): units
 * of work are the nodes of a graph, and an edge u -> v says that v read what u wrote, or overwrote what u
 * wrote or read. The run is serializable iff the graph has no cycle. A unit that is over and that no unit
 * under way leads to will never be part of a cycle, and is forgotten at once; so the graph is as large as
 * what goes on at a time.
 *
 * All cycles are told, once for each sequence of functions. In the same go the units that are on a cycle are
 * compared, two at a time, with the eleven patterns of pattern_search.h. */
#pragma once

#include "analysis/sets/conflict_graph.h"

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
	uint64_t last_unit, last_turn; /* who came last … */
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
	struct hd_conflict_open **threads; /* by id, HD_MAX_THREADS; those of this run: */
	uint32_t *thread_run;		   /* likewise, zero when first used */
	uint32_t set_run[HD_CONFLICT_BUCKETS], place_run[HD_CONFLICT_BUCKETS];
	struct hd_conflict_set *sets[HD_CONFLICT_BUCKETS];
	struct hd_conflict_place *places[HD_CONFLICT_BUCKETS];
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

/* A new run; its arena is begun by whoever owns it. */
void hd_conflict_begin(struct hd_conflict *c);
void hd_conflict_see(struct hd_conflict *c, const struct hd_unit_access *a);
/* Seeing it would change nothing: the unit did the same a moment ago. */
bool hd_conflict_knows(struct hd_conflict *c, const struct hd_unit_access *a);
/* The unit is over. */
void hd_conflict_unit_end(struct hd_conflict *c, hd_tid t, uint64_t unit);
/* The set's memory is: nobody will touch it again. */
void hd_conflict_set_gone(struct hd_conflict *c, uint64_t set);
