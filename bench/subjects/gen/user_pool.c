/* SPDX-License-Identifier: Apache-2.0
 *
 * After PerUserPoolDataSource of Commons DBCP (bug 4 of the paper): the users' pools are looked up under the
 * lock, and used after it was given back, when another thread may have closed them. */
#include "user_pool.h"

#include <pthread.h>
#include <stdlib.h>

#define USERS 4

struct connections {
	int limit, taken;
};

struct user_pool {
	pthread_mutex_t lock;
	struct connections *users[USERS];
};

struct user_pool *user_pool_new(void)
{
	struct user_pool *p = calloc(1, sizeof *p);

	pthread_mutex_init(&p->lock, NULL);
	return p;
}

static struct connections *connections_of(struct user_pool *p, unsigned user)
{
	struct connections **c = &p->users[user % USERS];

	if (!*c) {
		*c = calloc(1, sizeof **c);
		(*c)->limit = 8;
	}
	return *c;
}

int user_pool_connect(struct user_pool *p, unsigned user)
{
	struct connections *c;
	int number = 0;

	pthread_mutex_lock(&p->lock);
	c = connections_of(p, user);
#ifndef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
	if (c->taken < c->limit)
		number = ++c->taken;
#ifdef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
	return number;
}

void user_pool_set_limit(struct user_pool *p, unsigned user, int limit)
{
	pthread_mutex_lock(&p->lock);
	connections_of(p, user)->limit = limit;
	pthread_mutex_unlock(&p->lock);
}

void user_pool_close(struct user_pool *p)
{
	pthread_mutex_lock(&p->lock);
	for (unsigned i = 0; i < USERS; i++) {
		free(p->users[i]);
		p->users[i] = NULL;
	}
	pthread_mutex_unlock(&p->lock);
}

void user_pool_free(struct user_pool *p)
{
	user_pool_close(p);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
