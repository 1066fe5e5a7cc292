/* SPDX-License-Identifier: Apache-2.0
 * memcached_127.c: workers of a cache serve commands; one of them increments a number kept as text.
 * IDIOM: none
 * FAILS: assert
 * INPUT: 8
 * QUIET: 1 2 3 4
 * PAPER: 41 304.6 4 11.3 1010 3635.1 306 782.5
 *
 * The bug: a number that gets longer is put into a new item, which replaces the old one under a lock
 * taken anew: what others add in between is lost. The root: not an idiom, says the paper, because it
 * depends on values: only the step from 9 to 10 can go wrong. */
#include "../subject.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WORKERS = 3, KEYS = 4, COUNTER = 0 };

struct item {
	size_t length;
	char text[12];
};

static struct {
	pthread_mutex_t lock;
	struct item *item[KEYS];
	unsigned gets, sets;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};
static int commands;

static struct item *item_new(int number)
{
	struct item *i = malloc(sizeof *i);

	i->length = (size_t)snprintf(i->text, sizeof i->text, "%d", number);
	return i;
}

static void replace(int key, struct item *new_item)
{
	free(cache.item[key]);
	cache.item[key] = new_item;
	cache.sets++;
}

static void set(int key, int number)
{
	struct item *i = item_new(number);

	pthread_mutex_lock(&cache.lock);
	replace(key, i);
	pthread_mutex_unlock(&cache.lock);
}

static int get(int key)
{
	int number;

	pthread_mutex_lock(&cache.lock);
	cache.gets++;
	number = atoi(cache.item[key]->text);
	pthread_mutex_unlock(&cache.lock);
	return number;
}

static void increment(int key)
{
	struct item *longer;
	int number;
	char text[12];
	size_t length;

	pthread_mutex_lock(&cache.lock);
	number = atoi(cache.item[key]->text) + 1;
	length = (size_t)snprintf(text, sizeof text, "%d", number);
	if (length == cache.item[key]->length) {
		memcpy(cache.item[key]->text, text, length);
		pthread_mutex_unlock(&cache.lock);
		return;
	}
#ifndef FIXED
	pthread_mutex_unlock(&cache.lock);
#endif
	longer = item_new(number);
#ifndef FIXED
	pthread_mutex_lock(&cache.lock);
#endif
	replace(key, longer);
	pthread_mutex_unlock(&cache.lock);
}

/* Workers 0 and 1 increment the counter, the one early and the other late; all of them do other things all
 * the time. */
static void *worker(void *argument)
{
	int me = (int)(size_t)argument, mine = me == 0 ? commands / 6 : 5 * commands / 6;

	for (int i = 0; i < commands; i++) {
		if (i == mine && me < 2)
			increment(COUNTER);
		else if (i % 4 == 1)
			set(1 + me, i);
		else
			get(1 + (i + me) % 3);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int input = subject_input(argc, argv, 8), before = input < 5 ? 3 : 9, after;
	pthread_t threads[WORKERS];

	commands = 6 + 2 * input;
	for (int i = 0; i < KEYS; i++)
		cache.item[i] = item_new(before);
	for (size_t i = 0; i < WORKERS; i++)
		threads[i] = subject_start(worker, (void *)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	after = get(COUNTER);
	assert(after == before + 2);
	return 0;
}
