/* SPDX-License-Identifier: Apache-2.0
 * linked_hash_set.c: a set that remembers in which order its elements were added.
 * SETS: struct set
 * VIOLATES: set_add/set_newest set_add/set_clear
 * FAILS: assert
 * PAPER: monitor 3 (rate 0.13), AssetFuzzer 4 (0.11)
 *
 * The bug: add() enters the element into the table and into the order under the lock, but lets it go in
 * between. */
#include "../monitor.h"

enum { ELEMENTS = 16 };

struct set {
	pthread_mutex_t lock;
	int present[ELEMENTS]; /* the table */
	int order[ELEMENTS], count;
};

static struct set *set;
static int rounds;

void set_add(struct set *s, int element)
{
	int is_new;

	ought_lock(&s->lock);
	pthread_mutex_lock(&s->lock);
	is_new = !s->present[element];
	s->present[element] = 1;
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&s->lock);
	if (is_new && s->count < ELEMENTS)
		s->order[s->count++] = element;
	pthread_mutex_unlock(&s->lock);
	ought_unlock(&s->lock);
}

int set_newest(struct set *s)
{
	int newest = -1, present = 0;

	pthread_mutex_lock(&s->lock);
	for (int i = 0; i < ELEMENTS; i++)
		present += s->present[i];
	OUGHT(present == s->count);
	if (s->count)
		newest = s->order[s->count - 1];
	pthread_mutex_unlock(&s->lock);
	return newest;
}

void set_clear(struct set *s)
{
	pthread_mutex_lock(&s->lock);
	for (int i = 0; i < ELEMENTS; i++)
		s->present[i] = 0;
	s->count = 0;
	pthread_mutex_unlock(&s->lock);
}

static void *adds_odd(void *unused)
{
	for (int i = 0; i < rounds; i++)
		set_add(set, 2 * i + 1);
	return unused;
}

static void *adds_even(void *unused)
{
	for (int i = 0; i < rounds; i++)
		set_add(set, 2 * i);
	return unused;
}

static void *looks(void *unused)
{
	set_newest(set);
	set_clear(set);
	set_newest(set);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = (subject_input(argc, argv, 2) - 1) % 7 + 1;
	set = calloc(1, sizeof *set);
	monitor_init(&set->lock);
	RUN(NULL, adds_odd, adds_even, looks);
	free(set);
	return 0;
}
