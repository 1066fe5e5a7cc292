/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. Here are waits of several
 * kinds, and orders whose usual remedy is not to wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- a third thread takes what the woken one does not look for again ---- */
/* @taken is a condition that is not tested again after the wait: wait in a loop */

static int items[8], count;

static void *takes(void *unused)
{
	pthread_mutex_lock(&lock);
	if (count == 0)				    /* @taken */
		pthread_cond_wait(&changed, &lock); /* @taken */
	assert(count > 0);			    /* @taken */
	items[--count] = 0;			    /* @taken */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void put(void)
{
	pthread_mutex_lock(&lock);
	items[count++] = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void taken(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, takes, NULL);
	pthread_create(&b, NULL, takes, NULL);
	put();
	put();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

/* ---- the waker looks for waiters, which count themselves too late ---- */
/* @nobody_woken is a change that wakes no waiter: wake those who wait on state */

static atomic_int state, waiters;

static void *waits(void *unused)
{
	while (atomic_load(&state) == 0) {					  /* @nobody_woken */
		syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0); /* @nobody_woken */
		atomic_fetch_add(&waiters, 1);
	}
	return unused;
}

static void nobody_woken(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waits, NULL);
	if (atomic_load(&waiters) > 0)
		syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	atomic_store(&state, 1); /* @nobody_woken */
	pthread_join(t, NULL);
}

/* ---- a thread waits for a signal and keeps a lock that the other one needs to give it ---- */
/* @nested is a circle of waits: wait for no other thread while holding */

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static int mails;

static void *receives(void *unused)
{
	pthread_mutex_lock(&outer); /* @nested */
	pthread_mutex_lock(&lock);
	while (mails == 0)
		pthread_cond_wait(&changed, &lock); /* @nested */
	mails--;
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&outer);
	return unused;
}

static void *sends(void *unused)
{
	pthread_mutex_lock(&outer); /* @nested */
	pthread_mutex_lock(&lock);
	mails++;
	pthread_cond_signal(&changed); /* @nested */
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&outer);
	return unused;
}

static void nested(void)
{
	run(2, (thread_main[]){sends, receives});
}

/* ---- a barrier made by hand is used again before all have left it ---- */

static int arrived;

static void barrier(void)
{
	pthread_mutex_lock(&lock);
	arrived++; /* @reused */
	if (arrived == 2) {
		arrived = 0;
		pthread_cond_broadcast(&changed);
	} else {
		while (arrived != 0)			    /* @reused */
			pthread_cond_wait(&changed, &lock); /* @reused */
	}
	pthread_mutex_unlock(&lock);
}

static void *passes_twice(void *unused)
{
	barrier();
	barrier();
	return unused;
}

static void reused(void)
{
	run(2, (thread_main[]){passes_twice, passes_twice});
}

/* ---- a signal is sent to a thread that has ended ---- */

static atomic_int entries;

static void on_signal(int unused)
{
	(void)unused;
	entries++;
}

static void *records(void *unused)
{
	entries++; /* @too_late */
	return unused;
}

static void too_late(void)
{
	struct sigaction action = {.sa_handler = on_signal};
	pthread_t t;

	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, records, NULL);
	pthread_kill(t, SIGUSR1); /* @too_late */
	pthread_join(t, NULL);
	assert(entries == 2);
}

/* ---- two lines come in the wrong order, each under the lock ---- */
/* @wrong_order is an order violation: let the first wait */

static char text[16];

static void say(const char *word)
{
	pthread_mutex_lock(&lock);
	strcat(text, word); /* @wrong_order */
	pthread_mutex_unlock(&lock);
}

static void *says_first(void *unused)
{
	say("a");
	return unused;
}

static void wrong_order(void)
{
	pthread_t t;

	pthread_create(&t, NULL, says_first, NULL);
	say("b");
	pthread_join(t, NULL);
	assert(!strcmp(text, "ab"));
}

/* ---- a flag says that all is there, and something is not ---- */
/* @flag_first is a publication that comes too early: write ready last */

static struct {
	int id, size;
} message;
static atomic_int ready;

static void *reads_message(void *unused)
{
	if (atomic_load(&ready))	    /* @flag_first */
		assert(message.size == 42); /* @flag_first */
	return unused;
}

static void flag_first(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reads_message, NULL);
	message.id = 7;
	atomic_store(&ready, 1); /* @flag_first */
	message.size = 42;	 /* @flag_first */
	pthread_join(t, NULL);
}

/* ---- a pointer is there before what it points to is complete ---- */
/* @half_made is a publication that comes too early: write instance last */

struct codec {
	int table[4], complete;
};
static struct codec *volatile instance;

static void *makes(void *unused)
{
	instance = calloc(1, sizeof(struct codec)); /* @half_made */
	instance->complete = 1;			    /* @half_made */
	return unused;
}

static void *decodes(void *unused)
{
	struct codec *c = instance; /* @half_made */

	if (c)
		assert(c->complete); /* @half_made */
	return unused;
}

static void half_made(void)
{
	run(2, (thread_main[]){makes, decodes});
}

/* ---- threads are given the address of the loop's variable ---- */
/* @lent is an order violation: give the other thread a copy of its own */

static atomic_int seen[3];

static void *looks(void *arg)
{
	seen[*(int *)arg % 3]++; /* @lent */
	return NULL;
}

static void lent(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++) /* @lent */
		pthread_create(&threads[i], NULL, looks, &i);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(seen[0] == 1 && seen[1] == 1);
}

#define BUG(name)                                                                                            \
	{                                                                                                    \
#name, name                                                                                  \
	}

static const struct bug bugs[] = {BUG(taken),	   BUG(nobody_woken), BUG(nested),
				  BUG(reused),	   BUG(too_late),     BUG(wrong_order),
				  BUG(flag_first), BUG(half_made),    BUG(lent)};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
