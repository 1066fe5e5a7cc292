/* SPDX-License-Identifier: Apache-2.0
 *
 * Ends of a run. A function that is _Noreturn records what happened and jumps back to the control loop. */
#pragma once

#include <stdint.h>

#include "model/capacity.h"
#include "model/outcome.h"

/* A failure of the program, in the calling thread, at `site`; addr is what it touched (0: nothing). */
_Noreturn void hd_fail(enum hd_outcome outcome, uint32_t site, uint64_t addr, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The program needs one more entry of a table that holds `used`: ends the run as unsupported if there is no
 * room. */
void hd_room_for(enum hd_capacity table, uint64_t used, uint32_t site);
/* The same where the caller knows that the table has no room; also in a child that goes on natively. */
_Noreturn void hd_no_room(enum hd_capacity table, uint32_t site);
/* The run cannot be controlled any further. The text is one sentence that says what the program did. */
_Noreturn void hd_unsupported(uint32_t site, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The run ended by itself: at this site, or (HD_NO_SITE) at the current thread's operation. */
_Noreturn void hd_run_exit(int status, uint32_t site);

/* Remember that this run changed kernel state that no reset in place can undo (enum hd_taint). */
void hd_taint(unsigned taint);

/* Describe the threads in slot->failure as a failure does: for a debugger that looks at the run. */
void hd_failure_describe_threads(void);

/* No thread can run any more: a deadlock, or a wakeup that was lost. */
_Noreturn void hd_failure_deadlock(void);
/* The threads only spin, and memory does not change any more. */
_Noreturn void hd_failure_livelock(void);
/* Two threads are about to make accesses that race. Returns if there are no two such threads. */
void hd_failure_race(void);
_Noreturn void hd_failure_hang(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The controller says that the run takes too long; the running thread is at pc, or at this site. */
_Noreturn void hd_failure_overdue(uintptr_t pc);
_Noreturn void hd_failure_overdue_at(uint32_t site);
/* A fatal signal at pc; addr is the address that it names. */
_Noreturn void hd_failure_signal(int signal, uintptr_t pc, uint64_t addr);
/* The default action of a signal that was sent to the program ends it. */
_Noreturn void hd_failure_killed(int signal, uint32_t site);
/* The process of a forked run died without an outcome: by this signal, or, if 0, with this exit status. */
void hd_failure_death(int signal, int status);
