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

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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

/* ---- who takes the last place goes by another look at how many there are ---- */
/* @last_place is an atomicity violation: go by the value that the update at */
/* @last_place says updates `places` */

static atomic_int places = 2;
static char *doorman;

static void *takes_place(void *unused)
{
	atomic_fetch_sub(&places, 1);	 /* @last_place */
	if (atomic_load(&places) == 0) { /* @last_place */
		free(doorman);		 /* @last_place? */
		doorman = NULL;		 /* @last_place? */
	}
	return unused;
}

static void last_place(void)
{
	doorman = malloc(8);
	run(2, (thread_main[]){takes_place, takes_place});
}

/* ---- … and a third one has done it before, so that two of them go by it later ---- */
/* @last_guest is an atomicity violation: go by the value that the update at */
/* @last_guest says this run fails because */

static atomic_int guests = 3;

static void leave(void)
{
	atomic_fetch_sub(&guests, 1);	 /* @last_guest */
	if (atomic_load(&guests) == 0) { /* @last_guest */
		free(doorman);		 /* @last_guest? */
		doorman = NULL;
	}
}

static void *leaves(void *unused)
{
	leave();
	return unused;
}

static void last_guest(void)
{
	pthread_t threads[2];

	doorman = malloc(8);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, leaves, NULL);
	leave();
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* ---- a price and its currency, changed twice; one of the two changes alone is not enough ---- */
/* @price is an atomicity violation: read both in one critical section */

static atomic_int amount = 10, rate = 10;

static void set_price(int value)
{
	atomic_store(&amount, value); /* @price */
	atomic_store(&rate, value);   /* @price */
}

static void *changes_price(void *unused)
{
	set_price(20);
	set_price(30);
	return unused;
}

static void *reads_price(void *unused)
{
	int a = atomic_load(&amount); /* @price */
	int r = atomic_load(&rate);   /* @price */

	assert(r <= a);
	return unused;
}

static void price(void)
{
	run(2, (thread_main[]){changes_price, reads_price});
}

/* ---- two take from the ends of a row, and come to the same one in the last round ---- */
/* @row is an atomicity violation: each of these operations is atomic */
/* @row says for the third time */

static atomic_int left, right = 3, taken[3];

static void *takes_left(void *unused)
{
	for (int l = atomic_load(&left); l < atomic_load(&right); l = atomic_load(&left)) { /* @row:left */
		atomic_store(&left, l + 1);						    /* @row:left */
		assert(!atomic_fetch_add(&taken[l], 1));
	}
	return unused;
}

static void *takes_right(void *unused)
{
	int r = atomic_load(&right); /* @row:right */

	if (r > atomic_load(&left)) {	     /* @row:right */
		atomic_store(&right, r - 1); /* @row:right */
		assert(!atomic_fetch_add(&taken[r - 1], 1));
	}
	return unused;
}

static void row(void)
{
	run(2, (thread_main[]){takes_left, takes_right});
}

/* ---- which of them ---- */

static const struct bug bugs[] = {
    {"said_sorted", said_sorted},
    {"sum_in_loop", sum_in_loop},
    {"door", open_door},
    {"last_place", last_place},
    {"last_guest", last_guest},
    {"price", price},
    {"row", row},
};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
