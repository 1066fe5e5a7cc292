/* SPDX-License-Identifier: Apache-2.0
 *
 * Mutexes, for the other objects and interfaces that are made of them. The functions that return int
 * return 0 or an errno value. */
#pragma once

#include <pthread.h>

#include "runtime/common/thread.h"

int hd_mutex_lock(pthread_mutex_t *m, uint32_t site, uint64_t deadline);
int hd_mutex_trylock(pthread_mutex_t *m, uint32_t site);
int hd_mutex_unlock(pthread_mutex_t *m, uint32_t site);
int hd_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr, uint32_t site);
int hd_mutex_destroy(pthread_mutex_t *m, uint32_t site);

/* The thread ends: robust mutexes that it holds pass to their next lockers as EOWNERDEAD. */
void hd_mutex_thread_exit(struct hd_thread *t);

/* The thread that holds it; HD_NO_TID: none. */
hd_tid hd_mutex_owner(const pthread_mutex_t *m);

/* The halves of which lock and unlock are made, without a scheduling point: a condition variable's wait
 * gives the mutex back and takes it again. */
int hd_mutex_check_owner(pthread_mutex_t *m, uint32_t site, const char *does); /* 0: the caller holds it */
bool hd_mutex_can_lock(const struct hd_thread *t);
int hd_mutex_take(pthread_mutex_t *m, uint32_t site); /* hd_mutex_can_lock() has said yes */
void hd_mutex_give(pthread_mutex_t *m);
