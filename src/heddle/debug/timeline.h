/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the debugger is in the replay, and the way back. */
#pragma once

#include "heddle/debug/moment.h"

struct hd_timeline {
	struct hd_moment now;
};

/* The process has been started anew. */
void hd_timeline_begin(struct hd_timeline *t);
void hd_timeline_term(struct hd_timeline *t);
/* Forwards, and remember how. `tid` is the thread that steps. */
void hd_timeline_continue(struct hd_timeline *t, struct hd_debuggee *d);
void hd_timeline_step(struct hd_timeline *t, struct hd_debuggee *d, unsigned tid);
/* To the decision at which this much has been recorded. False: the replay did not come there. */
bool hd_timeline_go(struct hd_timeline *t, struct hd_debuggee *d, uint64_t at);

enum hd_back {
	HD_BACK_THERE,	/* at a stop that came before              */
	HD_BACK_BEGINS, /* nothing came before: at the beginning   */
	HD_BACK_LOST	/* the replay did something else this time */
};

/* Back to the last stop at a breakpoint or watchpoint. */
enum hd_back hd_timeline_continue_back(struct hd_timeline *t, struct hd_debuggee *d);
/* Back to where thread `tid` was one instruction before. */
enum hd_back hd_timeline_step_back(struct hd_timeline *t, struct hd_debuggee *d, unsigned tid);
