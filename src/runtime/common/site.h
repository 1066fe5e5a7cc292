/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites: from a return address to an index in the shared site table. A process-local hash table makes the
 * common case a few nanoseconds; the shared table is module-relative, so processes with different load
 * addresses agree on it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "wire/wire.h"

#define HD_PC_POINT	 1u /* accesses here are scheduling points in this run */
#define HD_PC_CONTROLLED 2u /* the code is instrumented: see hd_caller_controlled() */
#define HD_PC_SHARED	 4u /* the site is known to be shared: nothing to learn about it */
#define HD_PC_ATOMIC	 8u /* accesses here are atomic, so they are scheduling points in each run */
#define HD_PC_BITS	 20

struct hd_pc {
	uintptr_t pc;
	uint32_t site : 24;
	uint32_t flags : 8; /* HD_PC_* */
	/* Visits that are no scheduling points, before the site is looked at closely again. Negative: as many
	 * visits that are not looked at in any way, see sample.h; below -HD_PC_QUIET: as many more than that,
	 * which do not count for a leader's, and HD_PC_MUTED: all, see mute.h. */
	int32_t skip;
};
#define HD_PC_QUIET (1 << 30)
#define HD_PC_MUTED INT32_MIN

_Static_assert(HD_MAX_SITES <= 1u << 24, "a site fits");

struct hd_module {
	uintptr_t lo, hi;    /* all its loaded segments  */
	uintptr_t variables; /* the first of them that can be written to */
	uintptr_t base;	     /* load base                */
	uint32_t index;	     /* in wire->modules         */
	uint32_t hash;	     /* of its file name         */
	bool instrumented;
};

extern HD_OWN struct hd_pc *hd_pcs;

/* Visits of sites that are counted: see mute.h. */
struct hd_leading {
	uint64_t visits;
	uint64_t per_step;     /* visits that are not heard for each step of the run, about */
	uint32_t beside_steps; /* sites that are not heard beside steps, and may write */
	uint32_t hidden;       /* sites that are not heard and may write, whatever counts for them */
	struct hd_pc *last;    /* the site that rests and was visited last */
};
extern HD_OWN struct hd_leading hd_leading;

/* The addresses of code are spread well enough to need no hash function. A call takes five bytes and more, so
 * that a slot for each four keeps neighbours apart, and their entries on few pages. */
static inline uintptr_t hd_pc_slot(uintptr_t pc)
{
	return pc >> 2 & ((1u << HD_PC_BITS) - 1);
}

struct hd_pc *hd_pc_find_slow(uintptr_t pc);

static inline struct hd_pc *hd_pc_find(uintptr_t pc)
{
	struct hd_pc *e = &hd_pcs[hd_pc_slot(pc)];

	return __builtin_expect(e->pc == pc, 1) ? e : hd_pc_find_slow(pc);
}

/* The site of the program's call into an interposer: use it in the exported function itself. */
#define HD_SITE() hd_site_of((uintptr_t)__builtin_return_address(0))
uint32_t hd_site_of(uintptr_t pc);

/* The calling code was built with heddle-cc (or is the program itself when no module was): only there may
 * an allocator or string call be a scheduling point, because elsewhere libc may hold a lock of its own. */
bool hd_caller_controlled(uintptr_t pc);

void hd_sites_init(void);
/* The lock for the tables that all workers add to: modules, sites, findings. Held for microseconds. */
void hd_tables_lock(void);
void hd_tables_unlock(void);
/* Take over which sites are scheduling points in the next run. */
void hd_sites_run_begin(enum hd_points points);
/* How many sites were known to be shared when the run began. */
uint32_t hd_sites_shared(void);
/* No site rests any more; the next visit of each site that is no scheduling point is looked at closely. */
void hd_sites_wake(void);
/* The site is shared: it becomes a scheduling point from the next run on. */
void hd_site_share(uint32_t site);
bool hd_site_is_shared(uint32_t site);
/* Plain accesses there are scheduling points in this run, or in the one that is about to begin. */
bool hd_site_is_point(uint32_t site);
/* Module-relative, so that hashes of events do not depend on load addresses. */
uint32_t hd_site_hash(uint32_t site);
/* The return address that a site stands for; 0 if it is unknown. */
uintptr_t hd_site_address(uint32_t site);
const struct hd_module *hd_module_of(uintptr_t address);
/* A constant of a module, such as a string in quotes: nobody can write there. */
bool hd_is_constant(uintptr_t address);
/* The one whose thread-local variables the address is among, of the thread with this thread pointer. */
const struct hd_module *hd_module_of_tls(uintptr_t thread_pointer, uintptr_t address);
/* Look for modules that were loaded since the last call. */
void hd_modules_look(void);
