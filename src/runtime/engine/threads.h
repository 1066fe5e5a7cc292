/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads of a run: creation and end. For the runtime itself; interposers use sched.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/state/thread_table.h"

void hd_threads_init(void);
/* Set up thread 0 for a new run; its fiber starts at entry(). */
void hd_threads_run_begin(void (*entry)(void));
/* Tell the slots how deep the threads used their stacks. */
void hd_threads_run_end(void);
/* Tell the slots how far their stacks have been used. */
void hd_threads_note_stacks(void);
/* A thread of this run has had a stack larger than a slot's. */
bool hd_threads_have_big_stacks(void);
/* Create the thread that will continue the running thread's code in a process that is about to be forked and
 * has this number in the run. */
struct hd_thread *hd_thread_fork(uint32_t site, unsigned process);
/* Take the thread of hd_thread_fork() back: the process could not be forked. */
void hd_thread_unfork(struct hd_thread *t);
/* In the forked process, when its thread was chosen first: that is the only thread in this process. */
void hd_threads_forked(void);
/* End all threads of this process where they are: no cleanup handler or destructor runs. */
void hd_threads_end_here(void (*release_locks)(struct hd_thread *t));
/* The running thread, which is dead, cannot be chosen any more, and no thread waits for its end. */
void hd_thread_retire(struct hd_thread *t);

/* Create a thread; returns its id or HD_NO_TID when there is no room. *handle becomes its pthread_t. */
hd_tid hd_thread_create(void *(*start)(void *), void *arg, unsigned long *handle, uint32_t site,
			bool detached, void *stack, size_t stack_size);
/* A dead thread was joined, or is detached: its slot may serve another thread. */
void hd_thread_release(struct hd_thread *t);
