/* SPDX-License-Identifier: Apache-2.0
 *
 * Pools of connections, which are known by a name in a register that all of them share. */
#pragma once

struct shared_pool;

struct shared_pool *shared_pool_new(void);
void shared_pool_free(struct shared_pool *p);
/* Enter the pool into the register. */
void shared_pool_set_name(struct shared_pool *p, const char *name);
/* Remove the pool from the register; it can be entered again. */
void shared_pool_close(struct shared_pool *p);
/* How many pools are registered. */
int shared_pool_registered(struct shared_pool *p);
