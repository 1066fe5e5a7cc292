/* SPDX-License-Identifier: Apache-2.0
 *
 * Scheduling policy, priority and processors of each thread, as the program sets and reads them. They change
 * nothing in the schedule: the strategy alone chooses the next thread. */
#pragma once

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

/* The policy is given without SCHED_RESET_ON_FORK. */
static inline bool hd_is_real_time(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR;
}

/* Set the new thread's settings: those of the attributes, or its creator's. 0, or the error with which
 * pthread_create() fails. */
int hd_settings_of_new(const pthread_attr_t *attr, hd_tid creator, hd_tid id);

/* Write the thread's settings into attributes that describe it (pthread_getattr_np). */
void hd_settings_tell(const struct hd_thread *t, pthread_attr_t *attr);

/* The priority that the thread has by its own settings. */
int hd_settings_priority(const struct hd_thread *t);
/* May the thread's priority be raised to this one? 0 or an error number. */
int hd_settings_may_raise(const struct hd_thread *t, int priority);

/* The policy, with SCHED_RESET_ON_FORK. */
int hd_settings_policy(const struct hd_thread *t);
/* 0 or an error number. */
int hd_settings_set(const struct hd_thread *t, int policy, int priority);
/* The processors that the thread may run on, as sched_setaffinity() and sched_getaffinity() give them. 0 or
 * an error number; `t` may be NULL: there is no such thread. */
int hd_settings_set_processors(const struct hd_thread *t, size_t size, const cpu_set_t *cpus);
int hd_settings_get_processors(const struct hd_thread *t, size_t size, cpu_set_t *cpus);
