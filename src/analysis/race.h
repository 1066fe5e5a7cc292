/* SPDX-License-Identifier: Apache-2.0
 *
 * Data races, precisely: two accesses to a byte, at least one a write and at least one not atomic, that
 * nothing orders. For each 8 bytes of memory it keeps the accesses that a later one could race with
 * (race_shadow.h). An access is dropped when a later one covers it: whatever races with the old one races
 * with the new one as well. So a location with a race is always found, whatever came in between. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/order.h"
#include "analysis/race_shadow.h"
#include "base/buckets.h"

/* A block that was written to when it was handed out, as calloc does it. It is looked up when a thread
 * touches the block, for there may be much of it that no thread ever touches. */
struct hd_race_filled {
	uint64_t addr, size;
	struct hd_race_access by;
	struct hd_race_filled *next; /* in its bucket */
};

#define HD_RACE_FILLED_BUCKETS 1024

struct hd_race {
	struct hd_order *order;
	struct hd_arena *arena; /* the order's: both are about one run */
	uint32_t run;
	struct hd_race_shadow shadow;
	uint64_t nfilled;
	struct hd_bucket filled[HD_RACE_FILLED_BUCKETS]; /* of struct hd_race_filled */
	/* Where the block begins that the address is in, 0 for none; may be NULL. */
	uint64_t (*block_of)(uint64_t addr);
	/* Called for each race; the accesses are good until it returns. */
	void (*found)(void *to, const struct hd_race_access *earlier, const struct hd_race_access *later,
		      uint64_t addr);
	void *to;
};

/* After hd_order_begin(). */
void hd_race_begin(struct hd_race *r);
/* `a` says which thread, where and how; its clock, mask and next are filled in here. */
void hd_race_see(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size);
/* The memory, a new block, was written to in the course of handing it out. */
void hd_race_fill(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size);
/* The memory is given back: like a write to all of it, after which nothing is known of it any more. */
void hd_race_end(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size);
/* The memory is new: what was there before is another object. */
void hd_race_forget(struct hd_race *r, uint64_t addr, uint64_t size);
