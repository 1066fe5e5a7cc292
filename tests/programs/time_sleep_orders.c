/* SPDX-License-Identifier: Apache-2.0
 * time_sleep_orders.c: a test suite's way to wait until other threads are ready: sleep(1), a
 * time-out of a second, a loop that looks a hundred times. Natively that never fails: the others
 * need a few microseconds.
 * EXPECT: passed
 * FINDS: race
 * NATIVE: no */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static sem_t answered;
static atomic_int n, ready;
static int started;

static void *worker(void *arg)
{
	started = 1;
	for (int i = 0; i < 20; i++)
		n++;
	sem_post(&answered);
	for (int i = 0; i < 20; i++)
		n++;
	ready = 1;
	return arg;
}

int main(void)
{
	struct timespec until;
	pthread_t t;

	sem_init(&answered, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	assert(!sem_timedwait(&answered, &until));
	for (int i = 0; i < 100 && !ready; i++)
		usleep(10000);
	assert(ready);
	pthread_join(t, NULL);

	started = 0;
	pthread_create(&t, NULL, worker, NULL);
	sleep(1);
	assert(started);
	pthread_join(t, NULL);
	return 0;
}
