/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. What is special here is
 * that a single order is decisive, and that the program passes with this order in other runs: it is not what
 * makes it fail. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- any two of three threads may take the same number ---- */
/* @number is an atomicity violation: each of these operations is atomic, the sequence is not */

static atomic_uint last_number;
static atomic_int taken[4];

static void *takes_number(void *unused)
{
	unsigned n = atomic_load(&last_number); /* @number */

	atomic_store(&last_number, n + 1); /* @number */
	atomic_fetch_add(&taken[n], 1);
	return unused;
}

static void number(void)
{
	run(3, (thread_main[]){takes_number, takes_number, takes_number});
	for (int i = 0; i < 3; i++)
		assert(taken[i] == 1);
}

/* ---- a text is compared after another thread has written another one ---- */
/* @text is an atomicity violation: or give each thread a copy of its own */

static char *text_of(unsigned n)
{
	static char text[16];

	snprintf(text, sizeof text, "%u", n); /* @text */
	return text;
}

static bool is_text_of(unsigned n)
{
	char wanted[16];

	snprintf(wanted, sizeof wanted, "%u", n);
	return !strcmp(text_of(n), wanted); /* @text */
}

static void *compares_one(void *unused)
{
	assert(is_text_of(111));
	return unused;
}

static void *compares_other(void *unused)
{
	assert(is_text_of(222));
	return unused;
}

static void text(void)
{
	run(2, (thread_main[]){compares_one, compares_other});
}

/* ---- an event posts for those who are counted ---- */
/* @not_counted is an atomicity violation of two critical sections: look and act in one critical section */

static sem_t posted;
static int waiters;
static bool is_set;

static void *awaits_event(void *unused)
{
	bool seen;

	pthread_mutex_lock(&lock);
	seen = is_set; /* @not_counted */
	pthread_mutex_unlock(&lock);
	if (seen)
		return unused;
	pthread_mutex_lock(&lock);
	waiters++; /* @not_counted */
	pthread_mutex_unlock(&lock);
	sem_wait(&posted); /* @not_counted */
	return unused;
}

static void *sets_event(void *unused)
{
	pthread_mutex_lock(&lock);
	is_set = true;		       /* @not_counted:set */
	for (; waiters > 0; waiters--) /* @not_counted:set */
		sem_post(&posted);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void not_counted(void)
{
	sem_init(&posted, 0, 0);
	run(2, (thread_main[]){awaits_event, sets_event});
}

/* ---- a condition variable for two conditions ---- */
/* @for_two is a wakeup that the wrong waiter took: wake all waiters */

static int item;

static void *gives(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		while (item)
			pthread_cond_wait(&changed, &lock); /* @for_two:wait */
		item = 1;
		pthread_cond_signal(&changed); /* @for_two:signal */
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *takes(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		while (!item)
			pthread_cond_wait(&changed, &lock); /* @for_two:wait */
		item = 0;
		pthread_cond_signal(&changed); /* @for_two:signal */
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void for_two(void)
{
	run(4, (thread_main[]){takes, takes, gives, gives});
}

/* ---- the word of a futex is loaded after the look ---- */
/* @word_late is a lost wakeup: load gate before the look at what is waited for */

static atomic_int gate, is_open;

static void futex(int operation, int value)
{
	syscall(SYS_futex, &gate, operation, value, NULL, NULL, 0); /* @word_late? */
}

static void *opens(void *unused)
{
	atomic_store(&is_open, 1);    /* @word_late? */
	atomic_fetch_add(&gate, 1);   /* @word_late */
	futex(FUTEX_WAKE_PRIVATE, 1); /* @word_late? */
	return unused;
}

static void *passes(void *unused)
{
	while (!atomic_load(&is_open)) {       /* @word_late */
		int seen = atomic_load(&gate); /* @word_late */

		futex(FUTEX_WAIT_PRIVATE, seen); /* @word_late? */
	}
	return unused;
}

static void word_late(void)
{
	run(2, (thread_main[]){passes, opens});
}

/* ---- a job is neither queued nor active ---- */
/* @neither is an atomicity violation: change what belongs together in one critical section */

static int queued = 2, active, finished;

static void *works(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		if (!queued) {
			pthread_mutex_unlock(&lock);
			return unused;
		}
		queued--; /* @neither */
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		active++; /* @neither:then */
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		finished++; /* @neither:then */
		if (!--active)
			pthread_cond_signal(&changed);
		pthread_mutex_unlock(&lock);
	}
}

static void *awaits_all(void *unused)
{
	pthread_mutex_lock(&lock);
	while (queued + active > 0) /* @neither:look */
		pthread_cond_wait(&changed, &lock);
	assert(finished == 2); /* @neither:look */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void neither(void)
{
	run(2, (thread_main[]){works, awaits_all});
}

#define BUG(name)                                                                                            \
	{                                                                                                    \
#name, name                                                                                  \
	}

static const struct bug bugs[] = {BUG(number),	BUG(text),	BUG(not_counted),
				  BUG(for_two), BUG(word_late), BUG(neither)};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
