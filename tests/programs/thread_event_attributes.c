/* SPDX-License-Identifier: Apache-2.0
 * thread_event_attributes.c: the thread that a timer starts has the attributes that the program asked for,
 * also if it destroyed them in between.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

#define STACK (1UL << 20)
#define GUARD (3UL << 12)

static sem_t told;
static size_t guard, stack;
static int detached;

static void on_timer(union sigval value)
{
	pthread_attr_t attr;

	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getguardsize(&attr, &guard);
	pthread_attr_getstacksize(&attr, &stack);
	pthread_attr_getdetachstate(&attr, &detached);
	pthread_attr_destroy(&attr);
	assert(value.sival_int == 7);
	sem_post(&told);
}

int main(void)
{
	struct sigevent event = {
	    .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer, .sigev_value.sival_int = 7};
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};
	pthread_attr_t attr;
	timer_t timer;

	sem_init(&told, 0, 0);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	pthread_attr_setguardsize(&attr, GUARD);
	event.sigev_notify_attributes = &attr;
	assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
	pthread_attr_destroy(&attr);
	assert(!timer_settime(timer, 0, &soon, NULL));
	sem_wait(&told);
	assert(guard == GUARD && stack >= STACK && stack < 2 * STACK);
	assert(detached == PTHREAD_CREATE_DETACHED);
	return 0;
}
