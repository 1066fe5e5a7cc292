/* SPDX-License-Identifier: Apache-2.0
 *
 * After ConcurrentHashMap of the JDK (bug 2 of the paper): all entries of a map are put into another one
 * without a look at the locks of the first, and a map may be put into itself. */
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

	pthread_mutex_lock(&s->lock);
	e = find(s, key);
	if (!e) {
		e = malloc(sizeof *e);
		*e = (struct entry){.key = key, .next = s->entries};
		s->entries = e;
	}
	e->value = value;
	pthread_mutex_unlock(&s->lock);
}

int segment_map_get(struct segment_map *m, unsigned key)
{
	struct segment *s = &m->segments[key % SEGMENTS];
	struct entry *e;
	int value;

	pthread_mutex_lock(&s->lock);
	e = find(s, key);
	value = e ? e->value : -1;
	pthread_mutex_unlock(&s->lock);
	return value;
}

void segment_map_clear(struct segment_map *m)
{
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
}

/* What is in a segment, as an array that ends with key ~0u. */
static struct entry *copy_segment(struct segment *s)
{
	struct entry *copy;
	unsigned n = 0;

	pthread_mutex_lock(&s->lock);
	for (struct entry *e = s->entries; e; e = e->next)
		n++;
	copy = calloc(n + 1, sizeof *copy);
	n = 0;
	for (struct entry *e = s->entries; e; e = e->next)
		copy[n++] = *e;
	copy[n].key = ~0u;
	pthread_mutex_unlock(&s->lock);
	return copy;
}

void segment_map_put_all(struct segment_map *m, struct segment_map *from)
{
	for (unsigned i = 0; i < SEGMENTS; i++) {
#ifdef FIXED
		struct entry *copy = copy_segment(&from->segments[i]);

		for (unsigned j = 0; copy[j].key != ~0u; j++)
			segment_map_put(m, copy[j].key, copy[j].value);
		free(copy);
#else
		(void)copy_segment;
		for (struct entry *e = from->segments[i].entries; e; e = e->next)
			segment_map_put(m, e->key, e->value);
#endif
	}
}

void segment_map_free(struct segment_map *m)
{
	segment_map_clear(m);
	free(m);
}
