/* SPDX-License-Identifier: Apache-2.0
 *
 * After SynchronizedMap of the JDK (bug 9 of the paper): to compare two maps, each is locked while the other
 * one is, in the order in which they were passed. */
#include "locked_map.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 8

struct locked_map {
	pthread_mutex_t lock;
	int values[KEYS];
};

struct locked_map *locked_map_create(void)
{
	struct locked_map *m = calloc(1, sizeof *m);
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m->lock, &recursive);
	return m;
}

void locked_map_destroy(struct locked_map *m)
{
	pthread_mutex_destroy(&m->lock);
	free(m);
}

void locked_map_put(struct locked_map *m, unsigned key, int value)
{
	pthread_mutex_lock(&m->lock);
	m->values[key % KEYS] = value;
	pthread_mutex_unlock(&m->lock);
}

int locked_map_get(struct locked_map *m, unsigned key)
{
	int value;

	pthread_mutex_lock(&m->lock);
	value = m->values[key % KEYS];
	pthread_mutex_unlock(&m->lock);
	return value;
}

bool locked_map_equals(struct locked_map *m, struct locked_map *other)
{
	struct locked_map *first = m, *second = other;
	bool equal;

#ifdef FIXED
	if ((uintptr_t)first > (uintptr_t)second) {
		first = other;
		second = m;
	}
#endif
	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	equal = !memcmp(m->values, other->values, sizeof m->values);
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
	return equal;
}
