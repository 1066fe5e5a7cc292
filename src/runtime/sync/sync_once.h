/* SPDX-License-Identifier: Apache-2.0
 *
 * pthread_once and call_once. */
#pragma once

#include <pthread.h>

#include "runtime/common/thread.h"

void hd_once(pthread_once_t *once, void (*init)(void), uint32_t site);

/* The thread ends: initialisations that it began, and that no unwinding has undone, count as not begun. */
void hd_once_thread_exit(struct hd_thread *t);

bool hd_once_in_progress(const pthread_once_t *once);
hd_tid hd_once_owner(const pthread_once_t *once); /* the thread that runs the initialisation in progress */

/* once_x86_64.S: calls init() from a frame whose personality routine is hd_once_personality(). */
void hd_once_call(void (*init)(void));
int hd_once_personality(int version, int actions, uint64_t class, void *exception, void *context);
