/* SPDX-License-Identifier: Apache-2.0
 *
 * One who looks at each station when the piece is just there gets to the end of the belt, where there is no
 * room. Any other order ends early. */
#include "conveyor.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define STATIONS 12

struct conveyor {
	pthread_mutex_t lock;
	atomic_int at;
	int *met; /* one for each station but the last */
};

struct conveyor *conveyor_new(void)
{
	struct conveyor *c = calloc(1, sizeof *c);

	pthread_mutex_init(&c->lock, NULL);
	c->met = calloc(STATIONS - 1, sizeof *c->met);
	return c;
}

void conveyor_free(struct conveyor *c)
{
	free(c->met);
	free(c);
}

void conveyor_carry(struct conveyor *c)
{
#ifdef FIXED
	pthread_mutex_lock(&c->lock);
#endif
	for (int i = 1; i <= STATIONS; i++) {
		atomic_store(&c->at, i);
		for (int turns = 0; turns < i * 5 % 3; turns++) /* the piece is turned: it is at no station */
			atomic_store(&c->at, -1);
	}
	atomic_store(&c->at, 0);
#ifdef FIXED
	pthread_mutex_unlock(&c->lock);
#endif
}

int conveyor_follow(struct conveyor *c)
{
	int n = 0;

#ifdef FIXED
	pthread_mutex_lock(&c->lock);
#endif
	while (n < STATIONS && atomic_load(&c->at) == n + 1)
		c->met[n++] = 1;
#ifdef FIXED
	pthread_mutex_unlock(&c->lock);
#endif
	return n;
}
