/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. What is special here is
 * that there are several windows in which another thread may come in, and that only one of them tells what
 * has happened in the run that is shown. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef void *(*thread_main)(void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void run(unsigned n, const thread_main *mains)
{
	pthread_t threads[3];

	for (unsigned i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, mains[i], NULL);
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

/* ---- a list is said to be sorted before it is; who finds that so never sorts it itself ---- */
/* @said_sorted is a publication that comes too early: write is_sorted last */

static atomic_bool is_sorted;
static int sorted_names[3] = {3, 2, 1}, seen_first[2];

static int first_name(void)
{
	if (!atomic_load(&is_sorted)) { /* @said_sorted */
		pthread_mutex_lock(&lock);
		if (!atomic_load(&is_sorted)) {
			atomic_store(&is_sorted, true); /* @said_sorted */
			for (int i = 0; i < 3; i++)
				sorted_names[i] = i + 1; /* @said_sorted */
		}
		pthread_mutex_unlock(&lock);
	}
	return sorted_names[0]; /* @said_sorted */
}

static void *asks_first(void *unused)
{
	seen_first[0] = first_name();
	return unused;
}

static void *asks_too(void *unused)
{
	seen_first[1] = first_name();
	return unused;
}

static void said_sorted(void)
{
	run(2, (thread_main[]){asks_first, asks_too});
	assert(seen_first[0] == seen_first[1]);
}

/* ---- a sum that two threads add to in loops ---- */
/* @sum_in_loop is an atomicity violation: make it one atomic operation */

static atomic_int sum;

static void add_all(const int *values, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		int old = atomic_load(&sum); /* @sum_in_loop */

		atomic_store(&sum, old + values[i]); /* @sum_in_loop */
	}
}

static void *adds_odd(void *unused)
{
	add_all((int[]){1, 3, 5, 7, 9}, 5);
	return unused;
}

static void *adds_even(void *unused)
{
	add_all((int[]){2, 4, 6, 8}, 4);
	return unused;
}

static void sum_in_loop(void)
{
	run(2, (thread_main[]){adds_odd, adds_even});
	assert(sum == 45);
}

/* ---- a door that is opened in steps, by whoever finds it shut ---- */
/* @door is an atomicity violation: make it one atomic operation */

enum { SHUT, UNLOCKED, AJAR, OPEN };
static atomic_int door, openings;

static void *opens(void *unused)
{
	if (atomic_load(&door) == SHUT) {      /* @door */
		atomic_store(&door, UNLOCKED); /* @door */
		assert(!atomic_fetch_add(&openings, 1));
		atomic_store(&door, AJAR);
		atomic_store(&door, OPEN);
	}
	return unused;
}

static void open_door(void)
{
	run(2, (thread_main[]){opens, opens});
}

/* ---- which of them ---- */

static const struct {
	const char *name;
	void (*run)(void);
} bugs[] = {
    {"said_sorted", said_sorted},
    {"sum_in_loop", sum_in_loop},
    {"door", open_door},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof bugs / sizeof *bugs; i++)
		if (!strcmp(argv[1], bugs[i].name)) {
			bugs[i].run();
			return 0;
		}
	return 2;
}
