/* SPDX-License-Identifier: Apache-2.0
 * merge_sort.c: halves of an array are sorted by a thread each if a thread is to be had.
 * SETS: struct threads
 * VIOLATES: threads_take/threads_take
 * FAILS: assert
 * PAPER: cycles 1, wrong 1
 *
 * The bug: that another thread is allowed is asked in one critical section, and it is counted in another one.
 * Each thread has its own part of the array, so there nothing is wrong. */
#include "../monitor.h"
#include <stdbool.h>

enum { NUMBERS = 8, ALLOWED = 2 };

struct threads {
	pthread_mutex_t lock;
	int running, most;
};

struct part {
	int *number, count;
};

static struct threads *threads;
static int rounds;

bool threads_left(struct threads *t)
{
	bool left;

	pthread_mutex_lock(&t->lock);
	left = t->running < ALLOWED;
	pthread_mutex_unlock(&t->lock);
	return left;
}

bool threads_take(struct threads *t)
{
	bool taken;

	ought_lock(&t->lock);
	taken = threads_left(t);
	if (taken) {
		pthread_mutex_lock(&t->lock);
		t->running++;
		if (t->running > t->most)
			t->most = t->running;
		pthread_mutex_unlock(&t->lock);
	}
	ought_unlock(&t->lock);
	return taken;
}

void part_merge(struct part *p)
{
	int half = p->count / 2, i = 0, j = half, sorted[NUMBERS];

	for (int k = 0; k < p->count; k++)
		sorted[k] = j == p->count || (i < half && p->number[i] <= p->number[j]) ? p->number[i++]
											: p->number[j++];
	for (int k = 0; k < p->count; k++)
		p->number[k] = sorted[k];
}

static void *sort(void *argument)
{
	struct part *p = argument, left = {p->number, p->count / 2},
		    right = {p->number + p->count / 2, p->count - p->count / 2};
	pthread_t thread;
	bool other;

	if (p->count < 2)
		return NULL;
	other = threads_take(threads);
	if (other)
		thread = subject_start(sort, &left);
	else
		sort(&left);
	sort(&right);
	if (other)
		pthread_join(thread, NULL);
	part_merge(p);
	return NULL;
}

int main(int argc, char **argv)
{
	int number[NUMBERS];
	struct part whole = {number, NUMBERS};

	rounds = subject_input(argc, argv, 4);
	for (int i = 0; i < NUMBERS; i++)
		number[i] = (i * 5 + rounds) % NUMBERS;
	threads = calloc(1, sizeof *threads);
	monitor_init(&threads->lock);
	RUN(&whole, sort);
	for (int i = 1; i < NUMBERS; i++)
		assert(number[i - 1] <= number[i]);
	assert(threads->most <= ALLOWED);
	free(threads);
	return 0;
}
