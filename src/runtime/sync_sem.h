/* SPDX-License-Identifier: Apache-2.0
 *
 * Semaphores, as the rest of the runtime sees them. */
#pragma once

/* A run begins: no named semaphore exists. */
void hd_sem_run_begin(void);
