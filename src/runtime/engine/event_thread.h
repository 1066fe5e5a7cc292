/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program asks for when a thread is to be started, by itself or to tell it about an event:
 * SIGEV_THREAD of timers, message queues and asynchronous I/O. */
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/thread.h"

/* The stack that the program brought for its thread: NULL if it brought none. *size is 0 if it does not care.
 */
void *hd_attr_stack(const pthread_attr_t *attr, size_t *size);

struct hd_event_thread {
	void (*function)(union sigval);
	union sigval value;
	void *stack;	   /* NULL: the program brings none            */
	size_t stack_size; /* 0: any                                   */
	size_t guard_size;
	uint32_t site; /* where the program asked for the notice    */
};

/* The program may destroy the attributes afterwards. Those of scheduling are not looked at. */
void hd_event_thread_init(struct hd_event_thread *e, const struct sigevent *event, uint32_t site);

/* Starts a thread that tells the program about an event. It is detached and blocks no signal. NULL: it could
 * not be started, which libc does not tell either. */
struct hd_thread *hd_event_thread_start(const struct hd_event_thread *e);
