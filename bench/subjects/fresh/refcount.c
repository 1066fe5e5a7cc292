/* SPDX-License-Identifier: Apache-2.0
 * refcount.c: an object is freed by the thread that drops the last reference to it.
 * FAILS: use-after-free
 * THREADS: 2
 *
 * The bug, in take(): the reference is taken after the lock was given back, when the last one may have been
 * dropped. */
#include "../subject.h"
#include <stdlib.h>

struct object {
	int references, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *current;

static struct object *take(void)
{
	struct object *o;

	pthread_mutex_lock(&lock);
	o = current;
#ifndef FIXED
	pthread_mutex_unlock(&lock);
	if (o) {
		pthread_mutex_lock(&lock);
		o->references++;
		pthread_mutex_unlock(&lock);
	}
#else
	if (o)
		o->references++;
	pthread_mutex_unlock(&lock);
#endif
	return o;
}

static void drop(struct object *o)
{
	int left;

	pthread_mutex_lock(&lock);
	left = --o->references;
	if (!left && current == o)
		current = NULL;
	pthread_mutex_unlock(&lock);
	if (!left)
		free(o);
}

static void *user(void *unused)
{
	struct object *o = take();

	if (o)
		drop(o);
	return unused;
}

static void *owner(void *unused)
{
	drop(current);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	current = malloc(sizeof *current);
	*current = (struct object){.references = 1, .value = 7};
	pthread_create(&threads[0], NULL, user, NULL);
	pthread_create(&threads[1], NULL, owner, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
