/* SPDX-License-Identifier: Apache-2.0
 *
 * There is room for two, which is enough for two threads: the third one writes behind the end. */
#include "rendezvous.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef FIXED
#define ROOM 64
#else
#define ROOM 2
#endif

struct rendezvous {
	pthread_mutex_t lock;
	int there;
	int *who;
};

struct rendezvous *rendezvous_new(void)
{
	struct rendezvous *r = calloc(1, sizeof *r);

	pthread_mutex_init(&r->lock, NULL);
	r->who = calloc(ROOM, sizeof *r->who);
	return r;
}

void rendezvous_free(struct rendezvous *r)
{
	free(r->who);
	free(r);
}

int rendezvous_visit(struct rendezvous *r)
{
	int place;

	pthread_mutex_lock(&r->lock);
	place = r->there++;
	r->who[place] = 1;
	pthread_mutex_unlock(&r->lock);
	pthread_mutex_lock(&r->lock);
	r->who[--r->there] = 0;
	pthread_mutex_unlock(&r->lock);
	return place + 1;
}
