/* SPDX-License-Identifier: Apache-2.0
 *
 * Condition variables. Each function that returns int returns 0 or an errno value. */
#pragma once

#include <pthread.h>

#include "runtime/common/thread.h"

int hd_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, uint32_t site);
void hd_cond_signal(pthread_cond_t *c, uint32_t site);
void hd_cond_broadcast(pthread_cond_t *c, uint32_t site);
/* The program is about to initialise it. */
void hd_cond_begin(pthread_cond_t *c, uint32_t site);
void hd_cond_destroy(pthread_cond_t *c, uint32_t site);

/* Was there a signal or broadcast while no thread waited? *site becomes that of the last one. */
bool hd_cond_lost_signal(uint64_t cond_addr, uint32_t *site);
