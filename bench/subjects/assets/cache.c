/* SPDX-License-Identifier: Apache-2.0
 * cache.c: a cache of so many bytes at most drops its oldest objects when it is full.
 * SETS: struct cache
 * VIOLATES: cache_put/cache_put cache_put/cache_drop
 * FAILS: assert
 * PAPER: monitor 1 (rate 0.10), AssetFuzzer 56 (0.93)
 *
 * The bug: room is made in one critical section, and used in another one. */
#include "../monitor.h"

enum { BYTES = 20, SLOTS = 32 };

struct cache {
	pthread_mutex_t lock;
	int size[SLOTS]; /* of the objects, the oldest at `first` */
	int first, end, bytes;
};

static struct cache *cache;
static int objects;

static void drop_oldest(struct cache *c)
{
	c->bytes -= c->size[c->first % SLOTS];
	c->first++;
}

void cache_drop(struct cache *c)
{
	pthread_mutex_lock(&c->lock);
	if (c->first < c->end)
		drop_oldest(c);
	pthread_mutex_unlock(&c->lock);
}

void cache_make_room(struct cache *c, int bytes)
{
	pthread_mutex_lock(&c->lock);
	while (c->bytes + bytes > BYTES)
		drop_oldest(c);
	pthread_mutex_unlock(&c->lock);
}

void cache_insert(struct cache *c, int bytes)
{
	pthread_mutex_lock(&c->lock);
	c->size[c->end++ % SLOTS] = bytes;
	c->bytes += bytes;
	OUGHT(c->bytes <= BYTES);
	pthread_mutex_unlock(&c->lock);
}

void cache_put(struct cache *c, int bytes)
{
	ought_lock(&c->lock);
	cache_make_room(c, bytes);
	cache_insert(c, bytes);
	ought_unlock(&c->lock);
}

static void *puts_small(void *unused)
{
	for (int i = 0; i < objects; i++)
		cache_put(cache, 6);
	return unused;
}

static void *puts_large(void *unused)
{
	for (int i = 0; i < objects; i++)
		cache_put(cache, 9);
	return unused;
}

static void *drops(void *unused)
{
	cache_drop(cache);
	return unused;
}

int main(int argc, char **argv)
{
	objects = subject_input(argc, argv, 3);
	cache = calloc(1, sizeof *cache);
	monitor_init(&cache->lock);
	RUN(NULL, puts_small, puts_large, drops);
	free(cache);
	return 0;
}
