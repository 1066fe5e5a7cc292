/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of a team: the runtime's variables that are one for all processes, and what the program shares
 * between its processes. The latter has one address in all of them, also where it is mapped after a fork
 * (process/team_map.h), and so any of them can tell which threads may go on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/own.h"
#include "model/capacity.h"
#include "runtime/common/team.h"

struct hd_team_mapping {
	uintptr_t at;
	size_t size;
	dev_t device;
	ino_t inode; /* 0: of no file */
	off_t offset;
};

struct hd_team_memory { /* that the program shares between its processes */
	uintptr_t next; /* where there was nothing yet */
	unsigned n;
	struct hd_team_mapping mappings[HD_MAX_SHARED_MAPPINGS];
};

extern HD_OWN struct hd_team_memory *hd_team_memory; /* NULL before hd_team_memory_prepare() */

void hd_team_memory_prepare(void);
void hd_team_memory_run_begin(void);

/* A variable of the runtime's that is one for all processes: it fills its pages. */
void hd_team_share(void *at, size_t size);
/* In a copy of the process that goes on natively: what was shared is its own. */
void hd_team_separate(void);

/* All processes have the same object at this address. */
bool hd_team_sees(uint64_t addr);

/* This process can tell whether the thread may go on. */
static inline bool hd_can_tell(const struct hd_thread *t)
{
	return hd_is_here(t) || hd_team_sees(t->op.addr);
}

/* The thread may hold, or wait for, the object that this process has at this address. */
static inline bool hd_may_share(const struct hd_thread *t, uint64_t addr)
{
	return hd_is_here(t) || hd_team_sees(addr);
}
