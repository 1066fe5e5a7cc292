/* SPDX-License-Identifier: Apache-2.0
 *
 * What the code of a program tells a search about pairs of operations that runs may not have come to yet
 * (docs/static.md): where in the program the operations are, which conflict with which, and from where each
 * can still be reached. The controller makes it, once, of what libexec/heddle-static has found; the
 * strategies read it. All tables are sorted and have a fixed size; what does not fit is left out. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HD_GUIDE_RANGES	  16384
#define HD_GUIDE_PLACES	  2048
#define HD_GUIDE_PARTNERS 16384
#define HD_GUIDE_THREADS  64
#define HD_GUIDE_NOWHERE  UINT16_MAX

struct hd_guide_range { /* code [from, to) of the program, as offsets, belongs to places at one position */
	uint32_t from, to;
	uint16_t first, n; /* in places */
};

struct hd_guide_place { /* an operation in the source */
	uint8_t what;	/* enum hd_event_kind */
	uint32_t first; /* in partners */
	uint32_t n;	/* … how many */
	/* Bits of the places from which it can still be reached, itself included. */
	uint64_t from[HD_GUIDE_PLACES / 64];
};

struct hd_guide_partner { /* an operation that conflicts with that of the place */
	uint16_t place;
	uint8_t kind;	  /* enum hd_pair_kind */
	bool must;	  /* both are about the same object in each run that does both */
	uint64_t threads; /* kinds of threads that may do it: bits */
};

struct hd_guide {
	uint32_t nranges, nplaces, npartners, nthreads;
	uint32_t module;		       /* of the wire: the program */
	uint16_t created_at[HD_GUIDE_THREADS]; /* a kind of threads: the place of the create; main: nowhere */
	struct hd_guide_range ranges[HD_GUIDE_RANGES];
	struct hd_guide_place places[HD_GUIDE_PLACES];
	struct hd_guide_partner partners[HD_GUIDE_PARTNERS];
};

/* The place of an operation of kind `what` by the call that returns to this offset; HD_GUIDE_NOWHERE: it is
 * not known. */
uint16_t hd_guide_place_at(const struct hd_guide *g, uint64_t offset, unsigned what);
/* A thread that is about to do the first can come to the second. What is not known is possible. */
bool hd_guide_can_reach(const struct hd_guide *g, uint16_t from, uint16_t to);
/* Kinds of threads that are created at this place: bits. */
uint64_t hd_guide_threads_of(const struct hd_guide *g, uint16_t create);
