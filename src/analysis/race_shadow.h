/* SPDX-License-Identifier: Apache-2.0
 *
 * What the race analysis keeps of each piece of memory: a list of accesses for each granule of 8 bytes. 64
 * granules are a chunk, which is found at once. A chunk that was only ever touched as a whole, as memcpy()
 * and read() touch large buffers, has one list for all of its granules, until an access to a part of it
 * splits it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "base/buckets.h"
#include "model/event.h"

#define HD_RACE_GRANULES    64 /* of a chunk */
#define HD_RACE_CHUNK_BYTES ((uint64_t)HD_RACE_GRANULES * 8)
#define HD_RACE_BUCKETS	    (1u << 16)

struct hd_race_access {
	uint32_t site;
	uint32_t context; /* what the caller wants to be told again: its call stack … */
	uint32_t locks;	  /* … and the locks that it held                              */
	uint32_t clock;	  /* of its thread                                             */
	hd_tid tid;
	uint8_t mask; /* which of the 8 bytes */
	uint8_t kind; /* enum hd_event_kind, for accesses that stand for operations on an object */
	bool write, atomic;
	struct hd_race_access *next;
};

struct hd_race_chunk {
	uint64_t number;		  /* address / HD_RACE_CHUNK_BYTES */
	struct hd_race_access *whole;	  /* what is kept for each granule, while there are no cells */
	struct hd_race_access **cells;	  /* what is kept, by granule; NULL: not split */
	struct hd_race_chunk *next;	  /* in its bucket */
	struct hd_race_chunk *next_known; /* of all */
};

struct hd_race_shadow {
	struct hd_arena *arena;
	uint32_t run;
	struct hd_bucket *buckets;   /* of struct hd_race_chunk: HD_RACE_BUCKETS of them */
	struct hd_race_chunk *last;  /* that was looked for */
	struct hd_race_chunk *known; /* all of this run */
	uint64_t nknown;
	struct hd_race_access *unused; /* dropped ones */
	void *unused_cells; /* of chunks that are whole again; the first word of each leads to the next */
};

void hd_shadow_begin(struct hd_race_shadow *s);
/* The chunk of this number; NULL: nothing is known of it, and it was not to be made or there is no room. */
struct hd_race_chunk *hd_shadow_find(struct hd_race_shadow *s, uint64_t number, bool make);
/* Each granule gets its own list, with what was kept for all. False: there is no room. */
bool hd_shadow_split(struct hd_race_shadow *s, struct hd_race_chunk *c);
/* Nothing is kept for any granule any more. */
void hd_shadow_clear(struct hd_race_shadow *s, struct hd_race_chunk *c);
void hd_shadow_keep(struct hd_race_shadow *s, struct hd_race_access **list, const struct hd_race_access *a);
void hd_shadow_drop_all(struct hd_race_shadow *s, struct hd_race_access **list);

static inline void hd_shadow_drop(struct hd_race_shadow *s, struct hd_race_access **link)
{
	struct hd_race_access *a = *link;

	*link = a->next;
	a->next = s->unused;
	s->unused = a;
}
