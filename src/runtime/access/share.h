/* SPDX-License-Identifier: Apache-2.0
 *
 * Which locations are shared, and by which sites. A table of locations touched lately, by hash of the
 * address, holds which thread touched the bytes of a location, and at which site. The table is of fixed size
 * and forgets. It finds the sites that touch the same bytes from different threads, one of them writing:
 * these become scheduling points from the next run on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "model/event.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

/* One location's recent accesses in this run: by which thread, and to which of its 8 bytes. */
struct hd_share {
	uintptr_t granule; /* address >> 3 */
	uint32_t epoch;	   /* hd_rt.run.share_epoch that this entry belongs to */
	hd_tid tid;	   /* HD_NO_TID: several threads */
	uint8_t read_mask, write_mask;
	uint8_t hot_mask; /* bytes that are known to be shared … */
	uint8_t pad[3];
	uint32_t hot_in; /* … in this block, see block_of() */
	uint32_t read_site, write_site;
};

#define HD_SHARE_BITS 20
extern HD_OWN struct hd_share *hd_shares;

/* Neighbours in memory are neighbours in the table, too: a thread that walks through an array walks through
 * the table, which suits caches. Stacks and other memory at regular distances are moved apart by their upper
 * bits. */
static inline struct hd_share *hd_share_of(uintptr_t granule)
{
	uintptr_t move = ((granule >> HD_SHARE_BITS) * 0x9E3779B97F4A7C15ULL) >> (64 - HD_SHARE_BITS);

	return &hd_shares[(granule + move) & ((1u << HD_SHARE_BITS) - 1)];
}

void hd_share_init(void);
void hd_share_learn(uintptr_t addr, size_t size, bool write, uint32_t site);
/* The memory is used anew: forget what the table holds about it. */
void hd_share_forget(uintptr_t addr, size_t size);
/* The heap hands out this memory: forget which threads touched it before. What earlier runs found out about
 * it is kept only if no thread has used it in this run (`fresh`) and it was last handed out for the same
 * purpose. */
void hd_share_handed_out(uintptr_t addr, size_t size, uint32_t purpose, bool fresh);
/* What the table learns from now on can be undone. Returns a mark for hd_share_return(). */
uint32_t hd_share_mark(void);
/* The table becomes what it was at this mark. */
void hd_share_return(uint32_t mark);
/* There is no mark any more. */
void hd_share_forget_marks(void);
/* All other threads have ended and were joined: what they did comes before all that follows. */
void hd_share_all_joined(void);

/* Note an access, without a call, that teaches nothing: no other thread has touched the location; or several
 * threads have, but only to read; or the bytes are known to be shared, and so is the site. False: the access
 * may teach something, call hd_share_learn(). */
static inline __attribute__((always_inline)) bool hd_share_note(uintptr_t addr, size_t size, bool write,
								const struct hd_pc *e)
{
	struct hd_share *s = hd_share_of(addr >> 3);
	unsigned mask = ((1u << size) - 1) << (addr & 7);

	if (s->granule != addr >> 3 || s->epoch != hd_rt.run.share_epoch || size > 8 || mask > 0xff)
		return false;
	if (s->hot_mask & mask)
		return e->flags & HD_PC_SHARED && !(mask & ~(unsigned)s->hot_mask);
	if (s->tid != hd_rt.run.accessor && (write || s->tid != HD_NO_TID || s->write_mask & mask))
		return false;
	if (write) {
		s->write_mask |= (uint8_t)mask;
		s->write_site = e->site;
	} else {
		s->read_mask |= (uint8_t)mask;
		s->read_site = e->site;
	}
	return true;
}
