/* SPDX-License-Identifier: Apache-2.0
 *
 * Four slots to be taken and given back, without a lock. */
#pragma once

struct slot_pool;

struct slot_pool *slot_pool_new(void);
void slot_pool_free(struct slot_pool *p);
/* -1: none is free. */
int slot_pool_take(struct slot_pool *p);
/* Give back the slot that was taken first. */
void slot_pool_give(struct slot_pool *p);
