/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads of a run: creation and end. Inside of the runtime only; interposers use sched.h. */
#pragma once

#include "base/own.h"
#include "runtime/common/thread.h"
#include "runtime/threads/thread_attributes.h"

extern HD_OWN struct hd_thread *hd_threads; /* by id */

void hd_threads_init(void);
/* Set up thread 0 for a new run; its fiber starts at entry(). */
void hd_threads_run_begin(void (*entry)(void));
/* Tell the slots how deep their stacks were used. */
void hd_threads_run_end(void);
/* A thread that goes on from here as the running one does, in another process that is about to be made. */
struct hd_thread *hd_thread_fork(uint32_t site);
/* … which could not be made. */
void hd_thread_unfork(struct hd_thread *t);
/* In that process, when it was chosen: it is the only thread that there is here. */
void hd_threads_forked(void);
/* All threads of this process end as they stand. */
void hd_threads_end_here(void);

/* Starts a thread that tells the program about an event. It is detached and blocks no signal. NULL: it could
 * not be started, which libc does not tell either. */
struct hd_thread *hd_event_thread_start(const struct hd_event_thread *e);

/* sched.c: choose who goes next and switch; returns when the caller is chosen again. */
void hd_sched_dispatch(void);
void hd_sched_add(struct hd_thread *t);
void hd_sched_remove(struct hd_thread *t);
void hd_sched_run_begin(void);
