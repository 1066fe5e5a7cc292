/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a thread by unwinding its stack. */
#pragma once

/* Run the calling thread's cleanup handlers and the destructors of its frames, innermost first, and then end
 * it with this result. */
_Noreturn void hd_thread_unwind(void *result);

/* Find the unwinder's functions. Called once, in a controlled process, before the snapshot: a reset could not
 * undo the loading of a library in the middle of a run. */
void hd_unwind_prepare(void);
