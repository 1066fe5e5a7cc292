/* SPDX-License-Identifier: Apache-2.0
 *
 * Violations of atomic sets in a run. sets.h, which knows about sets and units, tells here what happens to
 * them: violations that happen are searched for at once (conflict.h), and those that could happen are
 * predicted (potential.h). Or all of it is only written down, to be looked at later. */
#pragma once

#include <stdbool.h>

#include "analysis/order.h"
#include "analysis/sets/conflict.h"
#include "analysis/sets/potential.h"
#include "analysis/sets/unit.h"

/* Where it is written down. */
struct hd_set_log {
	void (*begin)(void);
	void (*access)(const struct hd_unit_access *a);
	void (*unit_end)(hd_tid t, uint64_t unit);
	void (*set_gone)(uint64_t set);
	void (*run_end)(void);
};

struct hd_set_violations {
	struct hd_arena *arena;
	struct hd_conflict conflict;
	struct hd_potential potential;
	/* Of the thread, now: its call stack, and the locks that it holds. */
	uint32_t (*call_stack)(hd_tid t);
	uint32_t (*locks)(hd_tid t);
	const struct hd_set_log *log; /* NULL: violations are searched for */
	bool looks, predicts;	      /* in this run */
};

/* A new run: is it looked at, and are violations predicted? */
void hd_set_violations_begin(struct hd_set_violations *v, bool looks, bool predicts);
void hd_set_violations_end(struct hd_set_violations *v);

/* For struct hd_sets, whose `to` is the struct hd_set_violations. `context` and `locks` of the access are
 * filled in here: what the thread has now. */
void hd_set_violations_describe(void *to, struct hd_unit_access *a);
/* … unless they are there. */
void hd_set_violations_access(void *to, struct hd_unit_access *a);
/* The unit is over: its function has returned, or waits for others. */
void hd_set_violations_unit_end(void *to, hd_tid t, uint64_t unit);
/* The set's memory is gone. */
void hd_set_violations_set_gone(void *to, uint64_t set);

/* For predictions. */
void hd_set_violations_locked(struct hd_set_violations *v, hd_tid t, const struct hd_potential_lock *lock);
void hd_set_violations_unlocked(struct hd_set_violations *v, hd_tid t, uint64_t lock);
