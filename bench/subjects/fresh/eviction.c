/* SPDX-License-Identifier: Apache-2.0
 * eviction.c: a cache with two slots; what is put into it may push another entry out.
 * FAILS: use-after-free
 * THREADS: 3
 *
 * The bug, in get(): what was found is read after the lock was given back. */
#include "../subject.h"
#include <stdlib.h>

struct entry {
	int key, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *slots[2];

static void put(int key)
{
	struct entry *e = malloc(sizeof *e), *old;

	*e = (struct entry){key, 10 * key};
	pthread_mutex_lock(&lock);
	old = slots[key % 2];
	slots[key % 2] = e;
	pthread_mutex_unlock(&lock);
	free(old);
}

static int get(int key)
{
	struct entry *e;
	int value = 0;

	pthread_mutex_lock(&lock);
	e = slots[key % 2];
#ifndef FIXED
	pthread_mutex_unlock(&lock);
#endif
	if (e && e->key == key)
		value = e->value;
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return value;
}

static void *getter(void *unused)
{
	return (void *)((char *)unused + get(2) + get(1));
}

static void *putter(void *key)
{
	put((int)(long)key);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	put(1);
	put(2);
	pthread_create(&threads[0], NULL, getter, NULL);
	pthread_create(&threads[1], NULL, putter, (void *)3L);
	pthread_create(&threads[2], NULL, putter, (void *)4L);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	free(slots[0]);
	free(slots[1]);
	return 0;
}
