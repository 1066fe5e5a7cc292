/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph of units of work whose edges come one by one, and which knows at once when one closes a cycle. Its
 * components (units that reach each other) are kept in a topological order, after Pearce and Kelly (A dynamic
 * topological sort algorithm for directed acyclic graphs, JEA 2006): an edge along the order costs nothing,
 * one against it a search of what lies between its ends. Where theirs ends with a cycle, ours makes its units
 * one component and goes on, so that later cycles are seen, too. */
#pragma once

#include "analysis/arena.h"
#include "analysis/sets/unit.h"

struct hd_touch { /* an access, as long as it may matter */
	uint64_t addr;
	uint64_t turn; /* grows whenever another unit touches the set */
	uint64_t part; /* see struct hd_unit_access */
	uint32_t member, site, context, locks;
	bool write;
	struct hd_touch *next; /* later one of the same unit */
};

struct hd_work { /* a unit of work, as far as it is about one set */
	uint64_t unit;
	uint32_t function, depth;
	hd_tid tid;
	bool over;     /* it has ended: no edge will lead to it any more */
	uint32_t at;   /* its place in the graph's `live` */
	uint32_t refs; /* how many locations remember it: an edge may yet begin at it */
	uint32_t nin, nout;
	struct hd_conflict_edge *in, *out;
	struct hd_work *component, *next_in_component; /* the first unit represents its component */
	uint32_t component_size;
	uint64_t order;		       /* of the component, in its first unit */
	uint64_t mark;		       /* of the last search that came here */
	struct hd_conflict_edge *came; /* … by this edge */
	struct hd_conflict_set *set;
	struct hd_work *newer, *older; /* of the set, by their last access */
	struct hd_work *next_open;     /* of the set: those that are not over */
	struct hd_work *next_of_unit;  /* the same unit, another set */
	struct hd_touch *first, *last; /* what it did */
	unsigned ntouches;
	uint64_t first_turn, last_turn;
};

struct hd_conflict_edge {
	struct hd_work *from, *to;
	struct hd_touch before, after; /* the two accesses that first made the edge */
	unsigned through;	       /* units that were in between and are not remembered */
	struct hd_conflict_edge *next_in, *next_out, **at_in, **at_out;
	struct hd_conflict_edge *next_new; /* of those that one access made */
};

struct hd_conflict_graph {
	struct hd_arena *arena;
	unsigned n, most; /* units: alive now, and at most */
	uint64_t next_order, mark;
	bool knotted;				  /* some component has more than one unit */
	struct hd_work **live;			  /* [n] */
	struct hd_work **ahead, **behind, **work; /* scratch, HD_MAX_SET_ALIVE each */
	uint64_t *orders;
	const struct hd_conflict_edge **path;
	struct hd_work *unused;
	struct hd_conflict_edge *unused_edges;
};

/* False: no memory. */
bool hd_graph_begin(struct hd_conflict_graph *g, struct hd_arena *arena);
/* A new unit without edges; NULL when there is no room. */
struct hd_work *hd_graph_add(struct hd_conflict_graph *g);
struct hd_conflict_edge *hd_graph_edge(const struct hd_work *from, const struct hd_work *to);
/* A new edge, between two units without one. Afterwards it is part of a cycle iff their components are one.
 * NULL when there is no room. */
struct hd_conflict_edge *hd_graph_connect(struct hd_conflict_graph *g, struct hd_work *from,
					  struct hd_work *to);
/* The unit and its edges go. What is left of its component stays one, even if that is no longer so. */
void hd_graph_remove(struct hd_conflict_graph *g, struct hd_work *w);
