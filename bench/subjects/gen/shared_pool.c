/* SPDX-License-Identifier: Apache-2.0
 *
 * After SharedPoolDataSource of Commons DBCP (bug 3 of the paper): entering a pool into the register takes
 * the lock, removing it does not. */
#include "shared_pool.h"

#include <pthread.h>
#include <stdlib.h>

struct registration {
	struct shared_pool *pool;
	struct registration *next;
};

struct shared_pool {
	int unused;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct registration *all;

struct shared_pool *shared_pool_new(void)
{
	return calloc(1, sizeof(struct shared_pool));
}

void shared_pool_set_name(struct shared_pool *p, const char *name)
{
	struct registration *r = malloc(sizeof *r);

	(void)name;
	pthread_mutex_lock(&lock);
	for (struct registration *known = all; known; known = known->next)
		if (known->pool == p)
			goto out;
	*r = (struct registration){.pool = p, .next = all};
	all = r;
	r = NULL;
out:
	pthread_mutex_unlock(&lock);
	free(r);
}

static void remove_all_of(const struct shared_pool *p)
{
	struct registration **at = &all;

	while (*at) {
		struct registration *r = *at;

		if (r->pool != p) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		free(r);
	}
}

void shared_pool_close(struct shared_pool *p)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	remove_all_of(p);
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

int shared_pool_registered(struct shared_pool *p)
{
	int n = 0;

	(void)p;
	pthread_mutex_lock(&lock);
	for (struct registration *r = all; r; r = r->next)
		n++;
	pthread_mutex_unlock(&lock);
	return n;
}

void shared_pool_free(struct shared_pool *p)
{
	shared_pool_close(p);
	free(p);
}
