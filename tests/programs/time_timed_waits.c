/* SPDX-License-Identifier: Apache-2.0
 * time_timed_waits.c: timed waits for what never comes end by their timeouts, not before their time.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t empty;

static struct timespec soon(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_nsec += 3000000;
	ts.tv_sec += ts.tv_nsec / 1000000000;
	ts.tv_nsec %= 1000000000;
	return ts;
}

static int passed(struct timespec ts)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec > ts.tv_sec || (now.tv_sec == ts.tv_sec && now.tv_nsec >= ts.tv_nsec);
}

static void *worker(void *arg)
{
	struct timespec until = soon();

	assert(pthread_mutex_timedlock(&held, &until) == ETIMEDOUT && passed(until));
	until = soon();
	assert(sem_timedwait(&empty, &until) == -1 && errno == ETIMEDOUT && passed(until));
	until = soon();
	pthread_mutex_lock(&lock);
	while (pthread_cond_timedwait(&never, &lock, &until) != ETIMEDOUT)
		;
	assert(passed(until));
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&empty, 0, 0);
	pthread_mutex_lock(&held);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&held);
	return 0;
}
