/* SPDX-License-Identifier: Apache-2.0
 *
 * A pool of connections for each user. */
#pragma once

struct user_pool;

struct user_pool *user_pool_new(void);
void user_pool_free(struct user_pool *p);
/* Take a connection of a user: a number from 1 on. */
int user_pool_connect(struct user_pool *p, unsigned user);
void user_pool_set_limit(struct user_pool *p, unsigned user, int limit);
/* Forget all users. */
void user_pool_close(struct user_pool *p);
