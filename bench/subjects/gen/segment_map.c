/* SPDX-License-Identifier: Apache-2.0
 *
 * After ConcurrentHashMap of the JDK (bug 2 of the paper): all entries of a map are put into another one
 * without a look at the locks of the first, and a map may be put into itself. */
#define _GNU_SOURCE
#include "segment_map.h"

#include <pthread.h>
#include <stdlib.h>

#define SEGMENTS 2

struct entry {
	unsigned key;
	int value;
	struct entry *next;
};

struct segment {
	pthread_mutex_t lock;
	struct entry *entries;
};

struct segment_map {
	struct segment segments[SEGMENTS];
};

/* To put all entries of a map has to be one step for all other threads, also if the map is the same one: the
 * corrected library has a lock over all maps. */
#ifdef FIXED
static pthread_mutex_t maps = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void lock_maps(void)
{
	pthread_mutex_lock(&maps);
}
static void unlock_maps(void)
{
	pthread_mutex_unlock(&maps);
}
#else
static void lock_maps(void)
{
}
static void unlock_maps(void)
{
}
#endif

struct segment_map *segment_map_new(void)
{
	struct segment_map *m = calloc(1, sizeof *m);

	for (unsigned i = 0; i < SEGMENTS; i++)
		pthread_mutex_init(&m->segments[i].lock, NULL);
	return m;
}

static struct entry *find(struct segment *s, unsigned key)
{
	struct entry *e = s->entries;

	while (e && e->key != key)
		e = e->next;
	return e;
}

void segment_map_put(struct segment_map *m, unsigned key, int value)
{
	struct segment *s = &m->segments[key % SEGMENTS];
	struct entry *e;

	lock_maps();
	pthread_mutex_lock(&s->lock);
	e = find(s, key);
	if (!e) {
		e = malloc(sizeof *e);
		*e = (struct entry){.key = key, .next = s->entries};
		s->entries = e;
	}
	e->value = value;
	pthread_mutex_unlock(&s->lock);
	unlock_maps();
}

int segment_map_get(struct segment_map *m, unsigned key)
{
	struct segment *s = &m->segments[key % SEGMENTS];
	struct entry *e;
	int value;

	lock_maps();
	pthread_mutex_lock(&s->lock);
	e = find(s, key);
	value = e ? e->value : -1;
	pthread_mutex_unlock(&s->lock);
	unlock_maps();
	return value;
}

void segment_map_clear(struct segment_map *m)
{
	lock_maps();
	for (unsigned i = 0; i < SEGMENTS; i++) {
		struct segment *s = &m->segments[i];

		pthread_mutex_lock(&s->lock);
		while (s->entries) {
			struct entry *e = s->entries;

			s->entries = e->next;
			free(e);
		}
		pthread_mutex_unlock(&s->lock);
	}
	unlock_maps();
}

void segment_map_put_all(struct segment_map *m, struct segment_map *from)
{
	lock_maps();
	for (unsigned i = 0; i < SEGMENTS; i++)
		for (struct entry *e = from->segments[i].entries; e; e = e->next)
			segment_map_put(m, e->key, e->value);
	unlock_maps();
}

void segment_map_free(struct segment_map *m)
{
	segment_map_clear(m);
	free(m);
}
