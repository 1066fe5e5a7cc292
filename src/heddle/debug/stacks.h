/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the threads are in the program. A thread that is in the runtime is shown where the program called it:
 * frames of the runtime are not the user's. */
#pragma once

#include "heddle/debug/debuggee.h"

struct hd_stack_place {
	struct hd_unwind_frame shown; /* the registers in the program's innermost frame */
	uint64_t continues; /* where the thread goes on in the program: after the call that it is in */
	bool exact;	    /* it is there: no frame of the runtime is left out                      */
	bool unborn;	    /* it has not called its first function yet, and is shown at its beginning */
};

/* Have the runtime describe the threads, if they moved since it did so last. How many there are; 0: none yet.
 */
unsigned hd_stacks_threads(struct hd_debuggee *d);
bool hd_stacks_alive(struct hd_debuggee *d, unsigned tid);
/* The thread that the user is shown as the current one. */
unsigned hd_stacks_shown_thread(struct hd_debuggee *d);
/* False: there is no such thread. */
bool hd_stacks_place(struct hd_debuggee *d, unsigned tid, struct hd_stack_place *place);
/* Where the stack has the address in the runtime to which the thread's first function will return; 0: that is
 * not known. */
uint64_t hd_stacks_last_return(struct hd_debuggee *d, const struct hd_stack_place *place);
