/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that were not rebuilt. The runtime does not see what they synchronise with instructions of their
 * own: when a queue of such a library hands data from thread to thread, its user looks as if it raced. So
 * each call into such a library counts as if it took one big lock: a thread that returns from a call has seen
 * all that other threads did before their earlier calls. That hides some races and invents none.
 *
 * A call is noticed because the entry of the program's import table, or what dlsym() answers the program,
 * leads through a stub that sets a flag; the runtime looks at the flag at the thread's next event, before any
 * other thread runs. Of pointers that a library hands out itself (tables of functions, virtual functions) the
 * runtime sees only that the program reads one. That counts as a call, which is the usual reason to read it.
 *
 * Parts of rebuilt modules that synchronise unseen (unseen.h) are treated alike. Where these let others go on
 * is not known, so each switch to another thread counts as the begin of a call, and what a mixed function
 * does as the end of one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/observe/unseen.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

extern uint8_t *hd_foreign_called; /* set by the stubs       */
extern uint8_t *hd_foreign_marks;  /* set by the stubs, one for each module */
extern unsigned hd_foreign_count;  /* how many such libraries are loaded now */

/* Find the libraries that are loaded now. */
void hd_foreign_find(void);
/* Forget which libraries were called: the run begins, or it has choices from now on. */
void hd_foreign_run_begin(void);
/* Tell the controller which libraries were called: the runtime has not seen their accesses. */
void hd_foreign_run_end(void);
/* The code belongs to a library that was not rebuilt. */
bool hd_foreign_code(uintptr_t pc);

void hd_foreign_leave_slow(struct hd_thread *t);
void hd_foreign_mixed_slow(void);
void hd_foreign_tell(void);
void hd_foreign_entered_slow(struct hd_thread *t);
void hd_foreign_pointer_slow(const struct hd_thread *t, uintptr_t addr);

/* The running thread may have called a library: what it did before is known to threads that return from a
 * call later. */
static inline void hd_foreign_entered(struct hd_thread *t)
{
	if (__builtin_expect(*hd_foreign_called, 0))
		hd_foreign_entered_slow(t);
}

/* Another thread is about to run. */
static inline void hd_foreign_switch(struct hd_thread *t)
{
	hd_foreign_entered(t);
	if (__builtin_expect(hd_unseen_count, 0))
		hd_foreign_tell();
}

/* The running thread is in this code, which may synchronise before its next event. */
static inline void hd_foreign_mixed(uintptr_t pc)
{
	if (hd_unseen_mixed(pc))
		hd_foreign_mixed_slow();
}

/* The code synchronises in ways that the runtime does not see. */
static inline bool hd_foreign_or_unseen(uintptr_t pc)
{
	return hd_foreign_code(pc) || hd_unseen_code(pc);
}

/* The running thread is in the program's own code (again). */
static inline void hd_foreign_leave(struct hd_thread *t)
{
	if (__builtin_expect(*hd_foreign_called | t->in_foreign, 0))
		hd_foreign_leave_slow(t);
}

/* The running thread is about to read at this address. */
static inline void hd_foreign_read(const struct hd_thread *t, uintptr_t addr, size_t size)
{
	if ((hd_foreign_count | hd_unseen_count) && size == sizeof(void *))
		hd_foreign_pointer_slow(t, addr);
}
