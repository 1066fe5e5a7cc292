/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that were not rebuilt. What they synchronise with instructions of their own nobody sees: a queue
 * of theirs hands data from thread to thread, and its user looks as if it raced. So each call into such a
 * library counts as if it took one big lock: whoever comes back from one has seen all that was done before
 * any earlier call of another thread. That hides some races and invents none.
 *
 * A call is noticed because the entry of the program's import table, or what dlsym() answers the program,
 * leads through a stub that sets a flag; what follows from it is worked out at the thread's next event,
 * before anybody else runs. Of pointers that a library hands out itself (tables of functions, virtual
 * functions) only this can be seen: the program reads one. That counts as a call, for why else should it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

extern uint8_t *hd_foreign_called; /* set by the stubs       */
extern uint8_t *hd_foreign_marks;  /* the same for each module */
extern unsigned hd_foreign_count;  /* how many there are now */

/* Which libraries there are now. Before the snapshot, and after dlopen(). */
void hd_foreign_look(void);
/* Put the stubs in the way: part of that. */
void hd_foreign_redirect(void);
/* The stub of the function that dlsym() has found; NULL: it is no function of such a library. */
void *hd_foreign_symbol(void *found);
/* No library has been called in this run, or none since there were choices. */
void hd_foreign_run_begin(void);
/* Tell the controller which were: their accesses have not been seen. */
void hd_foreign_run_end(void);
/* The code belongs to a library whose synchronisation nobody sees. */
bool hd_foreign_code(uintptr_t pc);

void hd_foreign_leave_slow(struct hd_thread *t);
void hd_foreign_entered_slow(struct hd_thread *t);
void hd_foreign_pointer_slow(const struct hd_thread *t, uintptr_t addr);

/* The running thread may have called a library: what it did before is known to whoever calls one later. */
static inline void hd_foreign_entered(struct hd_thread *t)
{
	if (__builtin_expect(*hd_foreign_called, 0))
		hd_foreign_entered_slow(t);
}

/* The running thread is in the program's own code (again). */
static inline void hd_foreign_leave(struct hd_thread *t)
{
	if (__builtin_expect(*hd_foreign_called | t->in_foreign, 0))
		hd_foreign_leave_slow(t);
}

/* The running thread is about to read there. */
static inline void hd_foreign_read(const struct hd_thread *t, uintptr_t addr, size_t size)
{
	if (hd_foreign_count && size == sizeof(void *))
		hd_foreign_pointer_slow(t, addr);
}
