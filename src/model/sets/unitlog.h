/* SPDX-License-Identifier: Apache-2.0
 *
 * The log of what units of work do to atomic sets, for `heddle analyze`. All numbers are in groups of seven
 * bits, least significant first, the eighth bit saying that more follow.
 *
 *   file   HD_UNITLOG_MAGIC, then blocks
 *   block  tag, length of what is in it, a check sum of that, and that itself
 *            'R'  a run: its number and the search's seed, then records
 *            'S'  the tables of modules, sites and kinds of objects, once, at the end
 *   record a number whose last two bits say what the rest of it is, and perhaps more numbers
 *            HD_UNITLOG_SAME   a shape, then a spot: an access by the unit of the access before
 *            HD_UNITLOG_OTHER  a shape, then a spot and a unit: an access
 *            HD_UNITLOG_END    a unit, then its thread: it is over
 *            HD_UNITLOG_MORE   0, then a struct hd_unitlog_shape: a new way to touch locations, numbered from
 * 0; 1, then a struct hd_unitlog_spot: a new location, likewise; or 1 more than the number of a set whose
 * memory is gone
 *
 * An access that its unit has made just before, with no other unit at the set since, is left out: it makes no
 * difference. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_UNITLOG_MAGIC "heddle units 5\n"

enum { HD_UNITLOG_RUN = 'R', HD_UNITLOG_SITES = 'S' };
enum { HD_UNITLOG_SAME, HD_UNITLOG_OTHER, HD_UNITLOG_END, HD_UNITLOG_MORE };

#define HD_UNITLOG_STACK 24
#define HD_UNITLOG_HELD	 8
#define HD_UNITLOG_PLACE 10 /* numbers that say what an address belongs to: see wire.h */
#define HD_UNITLOG_NAME	 16

struct hd_unitlog_place {
	uint64_t at[HD_UNITLOG_PLACE];
};

struct hd_unitlog_spot {
	uint64_t set, part, kind, addr;
	uint32_t member;
	struct hd_unitlog_place place;
};

struct hd_unitlog_shape {
	uint32_t function, depth, site, tid, write, start_site;
	uint32_t frames; /* of the call stack in all */
	uint32_t nstack, nheld;
	uint32_t stack[HD_UNITLOG_STACK];
	struct {
		struct hd_unitlog_place place;
		uint32_t site, kind;
	} held[HD_UNITLOG_HELD];
	char name[HD_UNITLOG_NAME]; /* of the thread */
};

/* ---- writing: into a buffer; what does not fit is not written, and `full` says so ---- */

struct hd_unitlog_out {
	uint8_t *at;
	size_t n, size;
	bool full;
};

void hd_unitlog_number(struct hd_unitlog_out *o, uint64_t x);
void hd_unitlog_bytes(struct hd_unitlog_out *o, const void *from, size_t n);
void hd_unitlog_shape(struct hd_unitlog_out *o, const struct hd_unitlog_shape *s);
void hd_unitlog_spot(struct hd_unitlog_out *o, const struct hd_unitlog_spot *s);
uint64_t hd_unitlog_sum(const uint8_t *at, size_t n);

/* ---- reading: nothing is trusted; `bad` says that it was no log ---- */

struct hd_unitlog_in {
	const uint8_t *at, *end;
	bool bad;
};

uint64_t hd_unitlog_get(struct hd_unitlog_in *in);
/* The same, for a number that must be below the bound. */
uint32_t hd_unitlog_get_below(struct hd_unitlog_in *in, uint64_t bound);
void hd_unitlog_get_bytes(struct hd_unitlog_in *in, void *to, size_t n);
void hd_unitlog_get_shape(struct hd_unitlog_in *in, struct hd_unitlog_shape *s);
void hd_unitlog_get_spot(struct hd_unitlog_in *in, struct hd_unitlog_spot *s);
/* The next block: its tag, or 0 at the end of the file; *block is what is in it. */
int hd_unitlog_block(struct hd_unitlog_in *in, struct hd_unitlog_in *block);
