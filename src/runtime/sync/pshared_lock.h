/* SPDX-License-Identifier: Apache-2.0
 *
 * Mutexes, readers-writer locks, spin locks and semaphores that a child which goes on natively shares: see
 * pshared.h. */
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#include "model/event.h"

struct hd_thread;

/* As libc's functions, with a virtual deadline. Each that returns int returns 0 or an errno value. */
int hd_outside_mutex_lock(pthread_mutex_t *m, uint64_t deadline, uint32_t site);
int hd_outside_mutex_trylock(pthread_mutex_t *m, uint32_t site);
int hd_outside_mutex_unlock(pthread_mutex_t *m, uint32_t site);
int hd_outside_mutex_destroy(pthread_mutex_t *m, uint32_t site);
/* Thread t has ended while it held the robust mutex: the next thread that locks it gets EOWNERDEAD. */
void hd_outside_mutex_abandon(pthread_mutex_t *m, struct hd_thread *t);

int hd_outside_rwlock_lock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint64_t deadline, uint32_t site);
int hd_outside_rwlock_trylock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint32_t site);
int hd_outside_rwlock_unlock(pthread_rwlock_t *rw, uint32_t site);

int hd_outside_spin_lock(pthread_spinlock_t *s, uint32_t site);
int hd_outside_spin_trylock(pthread_spinlock_t *s, uint32_t site);
int hd_outside_spin_unlock(pthread_spinlock_t *s, uint32_t site);

int hd_outside_sem_wait(sem_t *s, uint64_t deadline, uint32_t site);
int hd_outside_sem_trywait(sem_t *s, uint32_t site);
int hd_outside_sem_post(sem_t *s, uint32_t site);
