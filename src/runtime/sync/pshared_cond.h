/* SPDX-License-Identifier: Apache-2.0
 *
 * Condition variables and barriers that a child which goes on natively shares: see pshared.h. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* As libc's functions, with a virtual deadline. Each that returns int returns 0 or an errno value. */
int hd_outside_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, uint32_t site);
void hd_outside_cond_wake(pthread_cond_t *c, bool all, uint32_t site);
void hd_outside_cond_destroy(pthread_cond_t *c, uint32_t site);

int hd_outside_barrier_wait(pthread_barrier_t *b, uint32_t site);
int hd_outside_barrier_destroy(pthread_barrier_t *b, uint32_t site);
