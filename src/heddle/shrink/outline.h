/* SPDX-License-Identifier: Apache-2.0
 *
 * The outline of a schedule: which thread runs up to where, one block after the other, and the data choices.
 * strategy/guide.h says how a run follows one. Where an outline ends, a run goes on by default. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "model/run_size.h"
#include "model/step.h"

struct hd_block {
	hd_tid tid;
	uint32_t target; /* steps that the thread has made since the run began, when the block ends */
};

struct hd_outline {
	struct hd_block *blocks;
	size_t n, cap;
	struct hd_step
	    *values; /* all data choices, but no facts, in the order in which they were asked for */
	size_t nvalues, values_cap;
	uint32_t limit; /* steps at sites above it do not count; 0: all do */
};

/* Of steps as a worker records them, or as a schedule has them. */
void hd_outline_of_steps(struct hd_outline *o, const struct hd_step *steps, size_t n);
void hd_outline_copy(struct hd_outline *to, const struct hd_outline *from);
void hd_outline_add(struct hd_outline *o, hd_tid tid, uint32_t target);
/* Take away `count` blocks. */
void hd_outline_drop(struct hd_outline *o, size_t at, size_t count);
void hd_outline_term(struct hd_outline *o);

/* Where the next block of the same thread is after block `at`; o->n: there is none. */
size_t hd_outline_next_of(const struct hd_outline *o, size_t at);

/* All but the preemptions, which steps alone do not tell. */
struct hd_run_size hd_run_size_of(const struct hd_step *steps, size_t n);
