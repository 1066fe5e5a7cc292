/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of numbers made of uthash's macros, for heddle gen: with the read-write lock that its guide asks
 * for, or without. */
#pragma once

#include <pthread.h>
#include <stdlib.h>
#include <uthash.h>

struct entry {
	int key, value;
	UT_hash_handle hh;
};

struct table {
	struct entry *entries;
	pthread_rwlock_t lock;
};

#ifdef LOCKED
#define table_lock(t, way) pthread_rwlock_##way##lock(&(t)->lock)
#define table_unlock(t)	   pthread_rwlock_unlock(&(t)->lock)
#else
#define table_lock(t, way) ((void)0)
#define table_unlock(t)	   ((void)0)
#endif

static inline void table_init(struct table *t)
{
	t->entries = NULL;
	pthread_rwlock_init(&t->lock, NULL);
}

static inline void table_set(struct table *t, int key, int value)
{
	struct entry *e;

	table_lock(t, wr);
	HASH_FIND_INT(t->entries, &key, e);
	if (!e) {
		e = calloc(1, sizeof *e);
		e->key = key;
		HASH_ADD_INT(t->entries, key, e);
	}
	e->value = value;
	table_unlock(t);
}

static inline int table_get(struct table *t, int key)
{
	struct entry *e;
	int value;

	table_lock(t, rd);
	HASH_FIND_INT(t->entries, &key, e);
	value = e ? e->value : 0;
	table_unlock(t);
	return value;
}

static inline void table_remove(struct table *t, int key)
{
	struct entry *e;

	table_lock(t, wr);
	HASH_FIND_INT(t->entries, &key, e);
	if (e) {
		HASH_DEL(t->entries, e);
		free(e);
	}
	table_unlock(t);
}

static inline unsigned table_count(struct table *t)
{
	unsigned n;

	table_lock(t, rd);
	n = HASH_COUNT(t->entries);
	table_unlock(t);
	return n;
}
