/* SPDX-License-Identifier: Apache-2.0
 *
 * A moment of the replay, as what leads to it: the last decision of the scheduler before it, or the
 * beginning, and then what was done from there on. As the replay always does the same, that leads there again
 * in a new process. */
#pragma once

#include "heddle/debug/debuggee.h"

enum hd_deed_kind {
	HD_DEED_STEPS,	  /* `times` steps of thread `tid`                                              */
	HD_DEED_CONTINUE, /* on to the next stop at `points`, `times` times                             */
	HD_DEED_RUN_TO	  /* on until thread `tid` is at `pc`, with its stack pointer at `sp` or above */
};

struct hd_deed {
	enum hd_deed_kind kind;
	unsigned tid;
	uint64_t times, pc, sp;
	struct hd_stop_points points;
};

struct hd_moment {
	uint64_t at; /* what had been recorded at the decision; 0: the beginning */
	struct hd_deed *deeds;
	size_t n, cap;
};

void hd_moment_clear(struct hd_moment *m);
void hd_moment_free(struct hd_moment *m);
void hd_moment_copy(struct hd_moment *to, const struct hd_moment *from);
/* The first `n` deeds only. */
void hd_moment_cut(struct hd_moment *m, size_t n);
void hd_moment_add_steps(struct hd_moment *m, unsigned tid, uint64_t times);
void hd_moment_add_continue(struct hd_moment *m, const struct hd_stop_points *points, uint64_t times);
void hd_moment_add_run_to(struct hd_moment *m, unsigned tid, uint64_t pc, uint64_t sp);
