/* SPDX-License-Identifier: Apache-2.0
 *
 * Named semaphores, as the rest of the runtime sees them. */
#pragma once

#include <stdbool.h>

/* Once for a process, before the first run. */
void hd_sem_init(void);
/* A run begins: no named semaphore exists. */
void hd_sem_run_begin(void);
/* This run has had a named semaphore. */
bool hd_sem_was_named(void);
