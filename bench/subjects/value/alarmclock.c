/* SPDX-License-Identifier: Apache-2.0
 * alarmclock.c: clients have a clock wake them at a time; one of them changes its mind.
 * FAILS: crash
 * THREADS: 3
 * PAIRS: 16 6 4 2
 * ANALYSIS: 263 16.61
 * STATES: 48 987
 * INSTRUCTIONS: 2207 18329
 * SECONDS: 17.184 3.74
 *
 * The bug, in tick(): the alarm is looked at before the lock is taken, and used by then although it may have
 * been taken back. */
#include "../subject.h"

struct alarm {
	int at, rings;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rang = PTHREAD_COND_INITIALIZER;
static struct alarm early = {1, 0}, late = {2, 0};
static struct alarm *alarms[2] = {&early, &late};
static int now;

static void tick(struct alarm **a)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
	if (*a) {
#else
	if (*a) { /* the bug: the lock is not held */
		pthread_mutex_lock(&lock);
#endif
		if ((*a)->at <= now) {
			(*a)->rings++;
			pthread_cond_broadcast(&rang);
		}
#ifndef FIXED
		pthread_mutex_unlock(&lock);
#endif
	}
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *run_clock(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		now++;
		pthread_mutex_unlock(&lock);
		tick(&alarms[i]);
	}
	return unused;
}

static void *sleep_until(void *unused)
{
	pthread_mutex_lock(&lock);
	while (early.rings == 0)
		pthread_cond_wait(&rang, &lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *cancel(void *unused)
{
	pthread_mutex_lock(&lock);
	alarms[1] = NULL;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t ticking = subject_start(run_clock, NULL), sleeping = subject_start(sleep_until, NULL);
	pthread_t cancelling = subject_start(cancel, NULL);

	pthread_join(ticking, NULL);
	pthread_join(sleeping, NULL);
	pthread_join(cancelling, NULL);
	return 0;
}
