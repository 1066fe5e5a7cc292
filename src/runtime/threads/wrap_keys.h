/* SPDX-License-Identifier: Apache-2.0
 *
 * Thread-specific data. The values stay where libc keeps them, in the TLS that a fiber borrows; libc does
 * not tell the destructors, which the end of a fiber needs, so they are remembered here. */
#pragma once

#include <pthread.h>

#include "runtime/common/thread.h"

/* Call libc's function, and remember or forget the destructor. Errors are those of pthreads. */
int hd_key_create(pthread_key_t *key, void (*destroy)(void *));
int hd_key_delete(pthread_key_t key);

/* The end of the calling thread t: destructors of thread_local objects, then those of keys. Afterwards its
 * TLS holds no values of keys any more. */
void hd_thread_run_destructors(struct hd_thread *t);

/* The keys as they are now, before main, are what hd_keys_reset() goes back to. */
void hd_keys_snapshot(void);
void hd_keys_reset(void);
