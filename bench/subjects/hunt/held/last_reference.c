/* SPDX-License-Identifier: Apache-2.0
 * last_reference.c: an object that is counted is found in a cache, and the last one to leave frees it.
 * FAILS: use-after-free
 * THREADS: 3
 *
 * The bug, in find(): the object is read from the cache and counted in two steps. Between them the owner has
 * to give up the last reference, to take the object out of the cache and to free it. */
#include "../../subject.h"
#include <stdatomic.h>

struct object {
	atomic_int references;
	int value;
};

static _Atomic(struct object *) cache;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static struct object *find(void)
{
	struct object *o;

#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	o = atomic_load(&cache);
	if (o)
		atomic_fetch_add(&o->references, 1); /* the bug: it may be gone */
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return o;
}

static void give_up(struct object *o)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	if (atomic_fetch_sub(&o->references, 1) == 1) {
		atomic_store(&cache, NULL);
		free(o);
	}
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *user(void *unused)
{
	struct object *o = find();

	if (o)
		give_up(o);
	return unused;
}

static void *owner(void *object)
{
	give_up(object);
	return NULL;
}

int main(void)
{
	struct object *o = calloc(1, sizeof(*o));
	pthread_t threads[3];

	atomic_store(&o->references, 1);
	atomic_store(&cache, o);
	threads[0] = subject_start(user, NULL);
	threads[1] = subject_start(user, NULL);
	threads[2] = subject_start(owner, o);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
