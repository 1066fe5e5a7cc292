/* SPDX-License-Identifier: Apache-2.0
 * hash_set.c: words are put into a set unless they are there.
 * SETS: struct set
 * VIOLATES: set_add_absent/set_add_absent set_add_absent/set_remove
 * FAILS: assert
 * PAPER: monitor 11 (rate 0.29), AssetFuzzer 83 (0.35)
 *
 * The bug: whether a word is there is asked in one critical section, and it is added in another one. */
#include "../monitor.h"
#include <stdbool.h>

enum { BUCKETS = 8, DEEP = 8 };

struct set {
	pthread_mutex_t lock;
	int used[BUCKETS], word[BUCKETS][DEEP];
	int size;
};

static struct set *set;
static int words;

bool set_contains(struct set *s, int word)
{
	bool there = false;
	int b = word % BUCKETS;

	pthread_mutex_lock(&s->lock);
	for (int i = 0; i < s->used[b]; i++)
		there |= s->word[b][i] == word;
	pthread_mutex_unlock(&s->lock);
	return there;
}

void set_put(struct set *s, int word)
{
	int b = word % BUCKETS;

	pthread_mutex_lock(&s->lock);
	if (s->used[b] < DEEP) {
		s->word[b][s->used[b]++] = word;
		s->size++;
	}
	pthread_mutex_unlock(&s->lock);
}

void set_add_absent(struct set *s, int word)
{
	ought_lock(&s->lock);
	if (!set_contains(s, word))
		set_put(s, word);
	ought_unlock(&s->lock);
}

void set_remove(struct set *s, int word)
{
	int b = word % BUCKETS;

	pthread_mutex_lock(&s->lock);
	for (int i = 0; i < s->used[b]; i++)
		if (s->word[b][i] == word) {
			s->word[b][i] = s->word[b][--s->used[b]];
			s->size--;
		}
	pthread_mutex_unlock(&s->lock);
}

static void *adds(void *unused)
{
	for (int i = 0; i < words; i++)
		set_add_absent(set, i);
	return unused;
}

static void *removes(void *unused)
{
	set_remove(set, words - 1);
	return unused;
}

int main(int argc, char **argv)
{
	int seen[BUCKETS] = {0};

	words = subject_input(argc, argv, 3);
	set = calloc(1, sizeof *set);
	monitor_init(&set->lock);
	RUN(NULL, adds, adds, removes);
	for (int b = 0; b < BUCKETS; b++)
		for (int i = 0; i < set->used[b]; i++)
			assert(seen[set->word[b][i]]++ == 0);
	free(set);
	return 0;
}
