/* SPDX-License-Identifier: Apache-2.0
 *
 * Create, join and detach, as pthreads and C11 threads share them. Errors are those of pthreads. */
#pragma once

#include <pthread.h>
#include <stdint.h>

#include "runtime/common/thread.h"

/* The thread with this handle; NULL: there is none, or it has ended. */
struct hd_thread *hd_thread_alive(pthread_t thread);

/* Refuses to go on when a controlled program creates a thread before main. */
void hd_thread_check_started(void);

int hd_thread_spawn(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg,
		    uint32_t site);
int hd_thread_join(pthread_t thread, void **result, uint64_t deadline, uint32_t site);
int hd_thread_detach(pthread_t thread);
