/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of the threads of a run, and the locks that each holds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

extern HD_OWN struct hd_thread *hd_threads; /* by id */

void hd_thread_table_init(void);
/* A new thread gets this id: set all of its fields but the memory that they keep from run to run. */
void hd_thread_renew(struct hd_thread *t, hd_tid id);

/* The running thread. */
static inline struct hd_thread *hd_self(void)
{
	return hd_rt.run.self;
}

/* How many were created in this run, with ids 0 … n-1. */
static inline unsigned hd_thread_count(void)
{
	return hd_rt.run.nthreads;
}

struct hd_thread *hd_thread_by_id(hd_tid id);		      /* NULL: no such thread in this run */
struct hd_thread *hd_thread_by_handle(unsigned long pthread); /* pthread_t; NULL: unknown or gone */
/* The thread's name as the kernel would tell it, at most 15 characters; the buffer has room for 16. */
void hd_thread_name(const struct hd_thread *t, char *name);

/* Locks held by a thread, for reports and analyses. */
void hd_held_add(struct hd_thread *t, uint64_t addr, uint32_t site, enum hd_event_kind kind);
void hd_held_remove(struct hd_thread *t, uint64_t addr);
