/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. What is special here is
 * that the remedy follows from what the threads did before. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, cooked = PTHREAD_COND_INITIALIZER;

/* ---- two cooks; a dish needs a sauce, which one of them has to make ---- */
/* @cooks is a circle of waits: let none of them wait there for work that only another one of them can do */
/* @cooks says only these threads wake each other there */

struct dish {
	bool needs_sauce, done;
};

static struct dish *orders[8];
static int first_order, last_order;
static bool closed;

static void order_dish(struct dish *dish)
{
	pthread_mutex_lock(&lock);
	orders[last_order++] = dish;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void await_dish(struct dish *dish)
{
	pthread_mutex_lock(&lock);
	while (!dish->done)
		pthread_cond_wait(&cooked, &lock); /* @cooks */
	pthread_mutex_unlock(&lock);
}

static void cook(struct dish *dish)
{
	struct dish sauce = {false, false};

	if (dish->needs_sauce) {
		order_dish(&sauce);
		await_dish(&sauce);
	}
	pthread_mutex_lock(&lock);
	dish->done = true;
	pthread_cond_broadcast(&cooked);
	pthread_mutex_unlock(&lock);
}

static void *cooks_all(void *unused)
{
	for (;;) {
		struct dish *dish = NULL;

		pthread_mutex_lock(&lock);
		while (first_order == last_order && !closed)
			pthread_cond_wait(&changed, &lock);
		if (first_order < last_order)
			dish = orders[first_order++];
		pthread_mutex_unlock(&lock);
		if (!dish)
			return unused;
		cook(dish);
	}
}

static void cooks(void)
{
	struct dish roast = {true, false}, fish = {true, false};
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, cooks_all, NULL);
	order_dish(&roast);
	order_dish(&fish);
	await_dish(&roast);
	await_dish(&fish);
	pthread_mutex_lock(&lock);
	closed = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* ---- rowers who wait for each other before each stroke ---- */
/* @rowers is a condition that is over before the waiter looks again: count the rounds */

static int rowers_ready;

static void await_rowers(void)
{
	pthread_mutex_lock(&lock);
	if (++rowers_ready == 2) { /* @rowers:round */
		rowers_ready = 0;  /* @rowers:round */
		pthread_cond_broadcast(&changed);
	} else {
		while (rowers_ready)			    /* @rowers:look */
			pthread_cond_wait(&changed, &lock); /* @rowers:look */
	}
	pthread_mutex_unlock(&lock);
}

static void *rows(void *unused)
{
	for (int stroke = 0; stroke < 2; stroke++)
		await_rowers();
	return unused;
}

static void rowers(void)
{
	run(2, (thread_main[]){rows, rows});
}

/* ---- a cup is put back on the shelf, and washed after that ---- */
/* @cup is an atomicity violation: must not use the object any more when it has given it away */

struct cup {
	struct cup *next;
	volatile int filled;
};

static struct cup one_cup, *shelf;

static void *gives_back(void *unused)
{
	pthread_mutex_lock(&lock);
	one_cup.next = shelf;
	shelf = &one_cup;
	pthread_mutex_unlock(&lock);
	one_cup.filled = 0; /* @cup */
	return unused;
}

static void *fills(void *unused)
{
	struct cup *mine;

	pthread_mutex_lock(&lock);
	mine = shelf;
	shelf = NULL;
	pthread_mutex_unlock(&lock);
	if (mine) {
		mine->filled = 3;	   /* @cup */
		assert(mine->filled == 3); /* @cup */
	}
	return unused;
}

static void cup(void)
{
	run(2, (thread_main[]){gives_back, fills});
}

/* ---- each of two removals needs two of the carriers ---- */
/* @carriers is a circle of waits: take all units of carriers that a thread needs in one step */
/* @carriers says takes `carriers` */

static sem_t carriers;

static void *removes(void *unused)
{
	sem_wait(&carriers); /* @carriers */
	sem_wait(&carriers); /* @carriers */
	sem_post(&carriers);
	sem_post(&carriers);
	return unused;
}

static void removal(void)
{
	sem_init(&carriers, 0, 2);
	run(2, (thread_main[]){removes, removes});
}

/* ---- a gauge is read before it is calibrated ---- */
/* @gauge is an order violation: start thread 1 */

static int factor, measured;

static void *measures(void *unused)
{
	measured = 5 * factor; /* @gauge */
	return unused;
}

static void gauge(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, measures, NULL);
	factor = 2; /* @gauge */
	pthread_join(thread, NULL);
	assert(measured == 10);
}

/* ---- a postman goes home when he is told to, with a letter in his bag ---- */
/* @letters is an order violation: first do all that is left */

static int letters, delivered;
static bool go_home;

static void *delivers(void *unused)
{
	pthread_mutex_lock(&lock);
	for (;;) {
		while (!letters && !go_home) /* @letters? */
			pthread_cond_wait(&changed, &lock);
		if (go_home) /* @letters */
			break;
		letters--;
		delivered++;
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

static void post(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, delivers, NULL);
	pthread_mutex_lock(&lock);
	letters++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	go_home = true; /* @letters */
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	assert(delivered == 1);
}

/* ---- a till for two cashiers, each with a key of its own ---- */
/* @till is an atomicity violation: take the same lock in both: thread */
/* @till says of thread */

static int till;

static void *sells(void *unused)
{
	pthread_mutex_lock(&lock);
	till += 5; /* @till:sells */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *pays_out(void *unused)
{
	pthread_mutex_lock(&other_lock);
	till -= 3; /* @till:pays */
	pthread_mutex_unlock(&other_lock);
	return unused;
}

static void two_keys(void)
{
	run(2, (thread_main[]){sells, pays_out});
	assert(till == 2);
}

/* ---- a cleaner who comes in though the room is locked ---- */
/* @cleaner is an atomicity violation: do this only with the lock */

static int dust = 1;

static void *walks(void *unused)
{
	pthread_mutex_lock(&lock);
	dust++; /* @cleaner:walks */
	pthread_mutex_unlock(&lock);
	return unused;
}

static int swept;

static void *cleans(void *unused)
{
	bool locked = pthread_mutex_trylock(&lock) == 0;
	int found = dust; /* @cleaner:cleans */

	dust = 0; /* @cleaner:cleans */
	swept = found;
	if (locked)
		pthread_mutex_unlock(&lock);
	return unused;
}

static void cleaner(void)
{
	run(2, (thread_main[]){walks, cleans});
	assert(swept + dust == 2);
}

/* ---- two make the dictionary, and the second one throws the first one's away ---- */
/* @dictionary is a use of memory that another thread has freed: let only one thread make it */
/* @dictionary says empty at */

static int *_Atomic dictionary;

static void *looks_up(void *unused)
{
	int *mine;

	if (!atomic_load(&dictionary)) { /* @dictionary */
		int *made = calloc(4, sizeof *made), *old;

		old = atomic_exchange(&dictionary, made); /* @dictionary */
		free(old);				  /* @dictionary */
	}
	mine = atomic_load(&dictionary); /* @dictionary */
	assert(!mine[2]);		 /* @dictionary */
	return unused;
}

static void both_make(void)
{
	run(2, (thread_main[]){looks_up, looks_up});
}

/* ---- the reason why a call has failed is kept in one place for all ---- */
/* @reason is an atomicity violation: or give each thread a copy of its own */

static int reason;

static void fail_with(int why)
{
	pthread_mutex_lock(&lock);
	reason = why; /* @reason */
	pthread_mutex_unlock(&lock);
}

static void *fails_and_asks(void *unused)
{
	int why;

	fail_with(2);
	pthread_mutex_lock(&lock);
	why = reason; /* @reason */
	pthread_mutex_unlock(&lock);
	assert(why == 2);
	return unused;
}

static void *fails(void *unused)
{
	fail_with(7);
	return unused;
}

static void why_failed(void)
{
	run(2, (thread_main[]){fails_and_asks, fails});
}

/* ---- which of them ---- */

static const struct bug bugs[] = {
    {"cooks", cooks},	       {"rowers", rowers},     {"cup", cup},	   {"carriers", removal},
    {"gauge", gauge},	       {"letters", post},      {"till", two_keys}, {"cleaner", cleaner},
    {"dictionary", both_make}, {"reason", why_failed},
};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
