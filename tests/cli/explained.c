/* SPDX-License-Identifier: Apache-2.0
 *
 * Small programs with one well-known bug each, chosen by the argument: explain.sh looks whether the report
 * names the lines that are marked with @ and the name of the bug. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void run_two(thread_main a, thread_main b)
{
	run(2, (thread_main[]){a, b});
}

/* ---- a read and a write that belong together ---- */

static int hits;

static void *hit(void *unused)
{
	int now = hits; /* @counter */

	hits = now + 1; /* @counter */
	return unused;
}

static void counter(void)
{
	run_two(hit, hit);
	assert(hits == 2);
}

/* ---- a check in one critical section, the act in another ---- */

static int seats = 1;

static void *reserve(void *unused)
{
	pthread_mutex_lock(&lock);
	int free_seats = seats; /* @check_then_act */
	pthread_mutex_unlock(&lock);
	if (free_seats == 0)
		return unused;
	pthread_mutex_lock(&lock);
	seats--; /* @check_then_act */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void check_then_act(void)
{
	run_two(reserve, reserve);
	assert(seats >= 0);
}

/* ---- a pointer that becomes NULL after it was checked ---- */

static int number = 7, *volatile current = &number;

static void *forget(void *unused)
{
	current = NULL; /* @null_after_check */
	return unused;
}

static void *look(void *unused)
{
	if (current)		       /* @null_after_check */
		assert(*current == 7); /* @null_after_check */
	return unused;
}

static void null_after_check(void)
{
	run_two(forget, look);
}

/* ---- a thread that begins before its data is there ---- */

static int *settings;

static void *use_settings(void *unused)
{
	assert(settings[0] == 1); /* @init_too_late */
	return unused;
}

static void init_too_late(void)
{
	static int values[] = {1};
	pthread_t user;

	pthread_create(&user, NULL, use_settings, NULL);
	settings = values; /* @init_too_late */
	pthread_join(user, NULL);
}

/* ---- two locks in two orders ---- */

static void *one_way(void *unused)
{
	pthread_mutex_lock(&lock);	 /* @lock_order */
	pthread_mutex_lock(&other_lock); /* @lock_order */
	pthread_mutex_unlock(&other_lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *other_way(void *unused)
{
	pthread_mutex_lock(&other_lock); /* @lock_order */
	pthread_mutex_lock(&lock);	 /* @lock_order */
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&other_lock);
	return unused;
}

static void lock_order(void)
{
	run_two(one_way, other_way);
}

/* ---- a condition that is changed without the mutex ---- */

static atomic_bool finished;

static void *finish(void *unused)
{
	atomic_store(&finished, true); /* @lost_signal */
	pthread_cond_signal(&changed); /* @lost_signal */
	return unused;
}

static void *await_finish(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!atomic_load(&finished))		    /* @lost_signal */
		pthread_cond_wait(&changed, &lock); /* @lost_signal */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void lost_signal(void)
{
	run_two(finish, await_finish);
}

/* ---- memory that is freed while another thread uses it ---- */

static void *use_block(void *block)
{
	*(int *)block = 5; /* @freed_too_early */
	return NULL;
}

static void freed_too_early(void)
{
	int *block = calloc(1, sizeof(*block));
	pthread_t user;

	pthread_create(&user, NULL, use_block, block);
	free(block); /* @freed_too_early */
	pthread_join(user, NULL);
}

/* ---- two fields that belong together ---- */

static struct {
	int low, high;
} range = {1, 2};

static void *shift_range(void *unused)
{
	range.low = 11;	 /* @two_fields */
	range.high = 12; /* @two_fields */
	return unused;
}

static void *check_range(void *unused)
{
	int low = range.low;   /* @two_fields */
	int high = range.high; /* @two_fields */

	assert(low < high);
	return unused;
}

static void two_fields(void)
{
	run_two(shift_range, check_range);
}

/* ---- initialisation that happens twice ---- */

static bool initialised;
static int initialisations;

static void *initialise_once(void *unused)
{
	if (!initialised) {	    /* @init_twice */
		initialised = true; /* @init_twice */
		pthread_mutex_lock(&lock);
		initialisations++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void init_twice(void)
{
	run_two(initialise_once, initialise_once);
	assert(initialisations == 1);
}

/* ---- a flag that is set before the data ---- */

static atomic_bool published;
static int data;

static void *publish_data(void *unused)
{
	atomic_store(&published, true); /* @published_too_early */
	data = 42;			/* @published_too_early */
	return unused;
}

static void *read_data(void *unused)
{
	if (atomic_load(&published)) /* @published_too_early */
		assert(data == 42);  /* @published_too_early */
	return unused;
}

static void published_too_early(void)
{
	run_two(publish_data, read_data);
}

/* ---- a result that is read before it is there ---- */

static int result;

static void *compute(void *unused)
{
	result = 3; /* @missing_join */
	return unused;
}

static void missing_join(void)
{
	pthread_t worker;

	pthread_create(&worker, NULL, compute, NULL);
	int seen = result; /* @missing_join */
	pthread_join(worker, NULL);
	assert(seen == 3);
}

/* ---- a queue whose end is taken twice ---- */

static int queue[4] = {1, 2, 3, 4}, length = 4, taken[5];

static void *take_last(void *unused)
{
	int last = length; /* @taken_twice */

	length = last - 1; /* @taken_twice */
	pthread_mutex_lock(&lock);
	taken[queue[last - 1]]++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void taken_twice(void)
{
	run_two(take_last, take_last);
	assert(taken[4] == 1);
}

/* ---- a sum that is taken in the middle of a transfer ---- */

static int from = 100, to;

static void *transfer(void *unused)
{
	pthread_mutex_lock(&lock);
	from -= 10; /* @torn_sum */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	to += 10; /* @torn_sum */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *audit(void *unused)
{
	pthread_mutex_lock(&lock);
	int a = from; /* @torn_sum */
	int b = to;   /* @torn_sum */
	pthread_mutex_unlock(&lock);
	assert(a + b == 100);
	return unused;
}

static void torn_sum(void)
{
	run_two(transfer, audit);
}

/* ---- a block that two threads free ---- */

static char *buffer;

static void *drop_buffer(void *unused)
{
	if (buffer) {	       /* @freed_twice? */
		free(buffer);  /* @freed_twice */
		buffer = NULL; /* @freed_twice? */
	}
	return unused;
}

static void freed_twice(void)
{
	buffer = malloc(8);
	run_two(drop_buffer, drop_buffer);
}

/* ---- a maximum that falls ---- */

static atomic_int maximum;

static void *raise_to_5(void *unused)
{
	if (atomic_load(&maximum) < 5)	   /* @maximum_falls */
		atomic_store(&maximum, 5); /* @maximum_falls */
	return unused;
}

static void *raise_to_9(void *unused)
{
	if (atomic_load(&maximum) < 9)
		atomic_store(&maximum, 9); /* @maximum_falls */
	return unused;
}

static void maximum_falls(void)
{
	run_two(raise_to_5, raise_to_9);
	assert(atomic_load(&maximum) == 9);
}

#define BUG(name)                                                                                            \
	{                                                                                                    \
#name, name                                                                                  \
	}

static const struct bug bugs[] = {
    BUG(counter),    BUG(check_then_act),      BUG(null_after_check), BUG(init_too_late),
    BUG(lock_order), BUG(lost_signal),	       BUG(freed_too_early),  BUG(two_fields),
    BUG(init_twice), BUG(published_too_early), BUG(missing_join),     BUG(taken_twice),
    BUG(torn_sum),   BUG(freed_twice),	       BUG(maximum_falls)};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
