/* SPDX-License-Identifier: Apache-2.0
 * circular_list.c: workers take a job from the front of a round, advance it, and put it back at the end.
 * IDIOM: 3
 * FAILS: assert
 * INPUT: 8
 * PAPER: 6 9.5 1 1.0 6 9.1 18 14.6
 *
 * The bug: taking and putting back are atomic each, not together: a worker that is overtaken changes
 * the order of the round. The root: the lock in take_first() => in take_first() of the other, in its
 * add_last() => in add_last(). */
#include "../subject.h"
#include <assert.h>

enum { JOBS = 6, WORKERS = 2 };

struct job {
	int number, turns;
};

static struct job jobs[JOBS];
static struct {
	pthread_mutex_t lock;
	struct job *ring[JOBS];
	unsigned first, count;
} list = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct {
	pthread_mutex_t lock;
	unsigned long total;
	unsigned polls;
} load = {.lock = PTHREAD_MUTEX_INITIALIZER};
#ifdef FIXED
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
#endif
static int polls;

static struct job *take_first(void)
{
	struct job *j;

	pthread_mutex_lock(&list.lock);
	j = list.ring[list.first];
	list.first = (list.first + 1) % JOBS;
	list.count--;
	pthread_mutex_unlock(&list.lock);
	return j;
}

static void add_last(struct job *j)
{
	pthread_mutex_lock(&list.lock);
	list.ring[(list.first + list.count) % JOBS] = j;
	list.count++;
	pthread_mutex_unlock(&list.lock);
}

static void poll_load(unsigned x)
{
	pthread_mutex_lock(&load.lock);
	load.polls++;
	load.total += x % 16;
	pthread_mutex_unlock(&load.lock);
}

static void advance_one(void)
{
	struct job *j;

#ifdef FIXED
	pthread_mutex_lock(&turn);
#endif
	j = take_first();
	j->turns++;
	add_last(j);
#ifdef FIXED
	pthread_mutex_unlock(&turn);
#endif
}

static void *worker(void *argument)
{
	unsigned x = (unsigned)(size_t)argument;
	int mine = x == 0 ? polls / 4 : 3 * polls / 4; /* busy at different times, as a rule */

	for (int i = 0; i < polls; i++) {
		x = subject_compute(x);
		poll_load(x);
		if (i == mine)
			advance_one();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[WORKERS];

	polls = 4 + 4 * subject_input(argc, argv, 8);
	for (int i = 0; i < JOBS; i++) {
		jobs[i].number = i;
		list.ring[i] = &jobs[i];
	}
	list.count = JOBS;
	for (size_t i = 0; i < WORKERS; i++)
		threads[i] = subject_start(worker, (void *)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < JOBS; i++)
		assert(list.ring[(list.first + i) % JOBS]->number == (int)((i + WORKERS) % JOBS));
	return 0;
}
