/* SPDX-License-Identifier: Apache-2.0
 *
 * What a systematic search has left, where all workers see it: a tree of choices whose leaves are pieces,
 * each a part of the search that one worker explores or is to explore. A worker keeps the path below its
 * piece to itself; when others wait, it puts the upper part of its path here and keeps the part below
 * (search_seat.h). So one worker alone finds the tree to be a single piece, and pays nothing.
 *
 *   piece    the schedules that begin with the choices on the way to it
 *   threads  a choice of the thread that makes the next step. More threads may become wanted at any time, as
 *            long as there is a piece below
 *   numbers  a choice among options 0, 1, …
 *
 * A choice with nothing left to try and nothing below is taken away; when all is gone, the search is over.
 *
 * It lies in memory that all workers share, and may be put into the store and taken out again
 * (heddle/learnt/frontier_bytes.h). A worker that changes it holds the lock, but for hd_frontier_want().
 * The program under test may write anywhere: what is read is checked before it is used. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strategy/systematic/suspects.h"

#define HD_FRONTIER_NODES   131072
#define HD_FRONTIER_WORKERS 64

enum hd_node_kind { HD_NODE_FREE, HD_NODE_PIECE, HD_NODE_THREADS, HD_NODE_NUMBERS, HD_NODE_KINDS };

struct hd_frontier_node {
	/* How its parent leads here. */
	uint64_t before; /* threads: those that were tried there before                              */
	uint32_t parent; /* index plus one; 0: it is the root                                         */
	uint32_t look;	 /* what the step by that choice looks like; 0: not known. Numbers: the choice  */
	uint16_t label;	 /* the thread or number chosen                                                 */
	/* What it is. */
	uint8_t kind;	/* enum hd_node_kind */
	uint8_t worker; /* piece: the one that explores it, plus one; 0: it is to be taken */
	uint32_t depth; /* choices on the way to it */
	uint32_t below; /* nodes whose parent it is */
	/* Threads. */
	uint64_t ready, sleep;
	_Atomic uint64_t wanted;
	uint64_t tried; /* … or handed out */
	/* Numbers. */
	uint64_t marks;	  /* options that may sleep while later ones are explored */
	uint8_t unmarked; /* 1: that is not known yet of the last one handed out   */
	uint8_t marked;	  /* 1: there are such marks                                */
	uint16_t next, options;
};

#define HD_EXCURSION_WORDS 64

struct hd_search_facts {    /* of the search as a whole */
	uint64_t points;    /* scheduling points known when it began           */
	uint64_t runs;	    /* of it that earlier processes have made          */
	uint64_t redundant; /* … that were equal to others                     */
	uint32_t limits;    /* HD_LIMIT_BIT, and …                             */
	uint32_t gaps;	    /* … HD_GAP_BIT of those                           */
	uint32_t pass;	    /* the bound that is being searched                */
	uint32_t done;	    /* bounds that are done                            */
	uint8_t denied;	    /* something was left out because of the bound     */
	uint8_t plain;	    /* steps are taken to depend on each other         */
	uint8_t yields;	    /* some thread yields                              */
	uint8_t all;	    /* nothing was left out                            */
	struct hd_suspects suspects;
	/* value: ordered pairs that were tried out of their turn, by bits of a hash that is the same in each
	 * process. */
	uint64_t excursions[HD_EXCURSION_WORDS];
};

struct hd_frontier {
	_Atomic uint32_t lock;	     /* the worker that has it, plus one */
	_Atomic uint32_t torn;	     /* it was killed meanwhile: the tree may be broken */
	_Atomic uint32_t generation; /* of the tree: others are void; 0: there was none yet */
	_Atomic uint32_t over;	     /* nothing is left of this one */
	_Atomic uint64_t waiting;    /* workers that have nothing to explore, a bit each */
	struct hd_search_facts facts;
	uint32_t used;	/* nodes[] from here on have never been used */
	uint32_t count; /* that are not free */
	uint32_t free;	/* index plus one of the first free one; the others follow by `parent` */
	struct hd_frontier_node nodes[HD_FRONTIER_NODES];
};

bool hd_frontier_lock(struct hd_frontier *f, unsigned worker);
void hd_frontier_unlock(struct hd_frontier *f);
/* The worker's process is dead: if it had the lock, the search has to begin again. */
void hd_frontier_unlock_of(struct hd_frontier *f, unsigned worker);

/* ---- with the lock ---- */

/* Everything is to be explored: one piece. The facts stay. */
void hd_frontier_restart(struct hd_frontier *f);
/* The node with this number (index plus one), NULL: there is none. */
struct hd_frontier_node *hd_frontier_at(struct hd_frontier *f, uint32_t number);
/* There is something that a worker could take. */
bool hd_frontier_has_more(const struct hd_frontier *f);
/* A piece for this worker; 0: there is none now. */
uint32_t hd_frontier_take(struct hd_frontier *f, unsigned worker);
/* The piece has been explored. */
void hd_frontier_done(struct hd_frontier *f, uint32_t piece);
/* So many nodes may be added. */
uint32_t hd_frontier_room(const struct hd_frontier *f);
/* Make the piece a choice, by which `edge` (its label, before, look) leads to a new piece of the same worker,
 * whose number is returned. There must be room. */
uint32_t hd_frontier_deepen(struct hd_frontier *f, uint32_t piece, const struct hd_frontier_node *choice,
			    const struct hd_frontier_node *edge);
/* The piece's only parent, as far up as that is possible: the piece takes the place of its parent if nothing
 * else is below that and the parent has nothing handed out later. The caller has read the parent. */
bool hd_frontier_can_absorb(struct hd_frontier *f, uint32_t piece);
void hd_frontier_absorb(struct hd_frontier *f, uint32_t piece);
/* The last option that was handed out has been tried: these options may sleep. */
void hd_frontier_mark(struct hd_frontier *f, uint32_t number, uint64_t marks);

/* ---- without it ---- */

/* One of `initials` is to be tried at this node: `chosen`, unless one of them is wanted already. Returns all
 * that are wanted. */
uint64_t hd_frontier_want(struct hd_frontier *f, uint32_t number, uint64_t initials, uint64_t chosen);
/* Other workers wait for something to explore. */
static inline bool hd_frontier_is_wanted(const struct hd_frontier *f, unsigned worker)
{
	return atomic_load_explicit(&f->waiting, memory_order_relaxed) & ~(1ULL << worker);
}
/* Something of the choice is left to try, and not handed out. */
bool hd_frontier_has_left(const struct hd_frontier_node *n);
/* How many ways of the choice are left to try, and not handed out. */
unsigned hd_frontier_ways_left(const struct hd_frontier_node *n);
/* How many pieces are to be explored, at least. */
uint64_t hd_frontier_left(const struct hd_frontier *f);
