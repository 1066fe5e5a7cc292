/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. What is special here is
 * what the cause is called, and the remedy that follows from it. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- two threads see the last job, each access under the lock ---- */
/* @last_job is an atomicity violation of two critical sections: lock is given back */

static int jobs = 1, done_jobs;

static int jobs_left(void)
{
	int left;

	pthread_mutex_lock(&lock);
	left = jobs; /* @last_job */
	pthread_mutex_unlock(&lock);
	return left;
}

static void *works(void *unused)
{
	if (jobs_left() > 0) {
		pthread_mutex_lock(&lock);
		jobs--;	     /* @last_job:take */
		done_jobs++; /* @last_job:take */
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void last_job(void)
{
	run(2, (thread_main[]){works, works});
	assert(done_jobs == 1);
}

/* ---- what is tested before a wait is not tested after it ---- */
/* @no_loop is a condition that is not tested again after the wait: wait in a loop */

static int places;

static void *enters(void *unused)
{
	pthread_mutex_lock(&lock);
	if (!places)				    /* @no_loop */
		pthread_cond_wait(&changed, &lock); /* @no_loop */
	places--;				    /* @no_loop */
	assert(places >= 0);			    /* @no_loop? */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *leaves(void *unused)
{
	pthread_mutex_lock(&lock);
	places++; /* @no_loop? */
	pthread_cond_broadcast(&changed);
	places++; /* @no_loop? */
	places--; /* @no_loop? */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	places++; /* @no_loop? */
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void no_loop(void)
{
	run(3, (thread_main[]){enters, enters, leaves});
}

/* ---- a semaphore and a mutex, taken in two orders ---- */
/* @sem_and_lock is a circle of waits: take these in one order */

static sem_t token;

static void *lock_first(void *unused)
{
	pthread_mutex_lock(&lock); /* @sem_and_lock? */
	sem_wait(&token);	   /* @sem_and_lock */
	sem_post(&token);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *token_first(void *unused)
{
	sem_wait(&token);	   /* @sem_and_lock? */
	pthread_mutex_lock(&lock); /* @sem_and_lock */
	pthread_mutex_unlock(&lock);
	sem_post(&token);
	return unused;
}

static void sem_and_lock(void)
{
	sem_init(&token, 0, 1);
	run(2, (thread_main[]){lock_first, token_first});
}

/* ---- an intermediate value of an atomic is seen ---- */
/* @half_way is an atomicity violation: publish it by one store */

static atomic_int balance = 10;

static void *rebooks(void *unused)
{
	atomic_store(&balance, 0);  /* @half_way */
	atomic_store(&balance, 10); /* @half_way */
	return unused;
}

static void *looks(void *unused)
{
	assert(atomic_load(&balance) == 10); /* @half_way */
	return unused;
}

static void half_way(void)
{
	run(2, (thread_main[]){rebooks, looks});
}

/* ---- a timer's handler comes in the middle of an update ---- */
/* @timer is a signal that comes at a bad moment: block the signal */

static volatile int ticks;
static volatile sig_atomic_t ticked;

static void tick(int unused)
{
	(void)unused;
	ticks++; /* @timer */
	ticked = 1;
}

static void timer(void)
{
	struct sigaction action = {.sa_handler = tick};
	struct itimerval soon = {.it_value.tv_usec = 100};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL); /* @timer? */
	for (int i = 0; i < 5; i++)
		ticks++; /* @timer */
	while (!ticked)
		usleep(1000);
	assert(ticks == 6);
}

/* ---- several updates are lost: only the first matters ---- */
/* @many_lost is an atomicity violation: make the read and the write one step */

static volatile int sum;

static void *adds(void *unused)
{
	for (int i = 0; i < 200; i++)
		sum = sum + 1; /* @many_lost */
	return unused;
}

static void many_lost(void)
{
	run(3, (thread_main[]){adds, adds, adds});
	assert(sum == 600);
}

/* ---- references are counted down and looked at in two steps ---- */
/* @counted is an atomicity violation: in one critical section */

static volatile int references = 2;
static char *pixels;

static void *drops(void *unused)
{
	references--;			/* @counted */
	if (references == 0) {		/* @counted */
		references = pixels[0]; /* @counted */
		free(pixels);		/* @counted */
	}
	return unused;
}

static void counted(void)
{
	pixels = calloc(1, 16);
	run(2, (thread_main[]){drops, drops});
}

/* ---- two threads cut their lines by one place that strtok remembers ---- */
/* @words is an atomicity violation: use strtok_r */

static int count_words(char *line)
{
	int n = 0;

	for (char *word = strtok(line, " "); word; /* @words */
	     word = strtok(NULL, " "))		   /* @words */
		n++;
	return n;
}

static void *three_words(void *unused)
{
	char line[] = "one two three";

	assert(count_words(line) == 3);
	return unused;
}

static void *two_words(void *unused)
{
	char line[] = "four five";

	assert(count_words(line) == 2);
	return unused;
}

static void words(void)
{
	run(2, (thread_main[]){three_words, two_words});
}

/* ---- … and look at one date ---- */
/* @dates is an atomicity violation: use gmtime_r */

static int year_of(time_t at)
{
	struct tm *date = gmtime(&at); /* @dates */

	return date->tm_year; /* @dates */
}

static void *this_year(void *unused)
{
	assert(year_of(0) == 70);
	return unused;
}

static void *next_year(void *unused)
{
	assert(year_of(366L * 24 * 3600) == 71);
	return unused;
}

static void dates(void)
{
	run(2, (thread_main[]){this_year, next_year});
}

/* ---- a handler adds to what the interrupted thread adds to, at a place that no run before has shown ---- */
/* @added is a signal that comes at a bad moment: block the signal */

static volatile int events, handled;

static void add_ten(int sig)
{
	(void)sig;
	events = events + 10; /* @added */
	handled = 1;
}

static void *adds_one(void *unused)
{
	for (int i = 0; i < 3; i++)
		events = events + 1; /* @added */
	return unused;
}

static void added(void)
{
	pthread_t thread;

	signal(SIGUSR1, add_ten);
	pthread_create(&thread, NULL, adds_one, NULL);
	pthread_kill(thread, SIGUSR1); /* @added? */
	pthread_join(thread, NULL);
	assert(!handled || events == 13);
}

#define BUG(name)                                                                                            \
	{                                                                                                    \
#name, name                                                                                  \
	}

static const struct bug bugs[] = {BUG(last_job),  BUG(no_loop), BUG(sem_and_lock), BUG(half_way), BUG(timer),
				  BUG(many_lost), BUG(counted), BUG(words),	   BUG(dates),	  BUG(added)};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
