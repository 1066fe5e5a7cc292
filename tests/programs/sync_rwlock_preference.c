/* SPDX-License-Identifier: Apache-2.0
 * sync_rwlock_preference.c: what glibc's preferences allow. By default, and with PREFER_WRITER_NP, a reader
 * may take its read lock again while a writer waits. With PREFER_WRITER_NONRECURSIVE_NP it may not; the timed
 * functions come back from that with ETIMEDOUT, and when the writer gives up the lock is open for readers
 * again.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

#define A_SECOND 1000000000L

static pthread_rwlock_t rw;
static sem_t reading, waiting;

static struct timespec soon(clockid_t clock, long ns)
{
	struct timespec t;

	clock_gettime(clock, &t);
	t.tv_sec += (t.tv_nsec + ns) / A_SECOND;
	t.tv_nsec = (t.tv_nsec + ns) % A_SECOND;
	return t;
}

static void *writer(void *arg)
{
	sem_wait(&reading);
	sem_post(&waiting);
	assert(pthread_rwlock_wrlock(&rw) == 0);
	assert(pthread_rwlock_unlock(&rw) == 0);
	return arg;
}

static void *impatient_writer(void *arg)
{
	struct timespec end = soon(CLOCK_REALTIME, 1000000);

	sem_wait(&reading);
	assert(pthread_rwlock_timedwrlock(&rw, &end) == ETIMEDOUT);
	sem_post(&waiting);
	return arg;
}

static void init(int preference)
{
	pthread_rwlockattr_t attr;

	pthread_rwlockattr_init(&attr);
	assert(pthread_rwlockattr_setkind_np(&attr, preference) == 0);
	assert(pthread_rwlock_init(&rw, &attr) == 0);
	assert(pthread_rwlock_rdlock(&rw) == 0);
	sem_init(&reading, 0, 0);
	sem_init(&waiting, 0, 0);
}

static pthread_t begin(void *(*start)(void *))
{
	pthread_t t;

	assert(pthread_create(&t, NULL, start, NULL) == 0);
	sem_post(&reading);
	sem_wait(&waiting);
	return t;
}

static void end(pthread_t t)
{
	assert(pthread_rwlock_unlock(&rw) == 0);
	pthread_join(t, NULL);
	assert(pthread_rwlock_tryrdlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	assert(pthread_rwlock_destroy(&rw) == 0);
	sem_destroy(&reading);
	sem_destroy(&waiting);
}

static void recursive(int preference)
{
	pthread_t t;

	init(preference);
	t = begin(writer);
	assert(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	assert(pthread_rwlock_tryrdlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	end(t);
}

/* Whether the writer waits by now is open: either answer is right, and a timeout is never a deadlock. */
static void nonrecursive(void)
{
	struct timespec real, steady;
	pthread_t t;
	int error;

	init(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	t = begin(writer);
	error = pthread_rwlock_tryrdlock(&rw);
	assert(error == EBUSY || (error == 0 && pthread_rwlock_unlock(&rw) == 0));
	real = soon(CLOCK_REALTIME, 1000000);
	error = pthread_rwlock_timedrdlock(&rw, &real);
	assert(error == ETIMEDOUT || (error == 0 && pthread_rwlock_unlock(&rw) == 0));
	steady = soon(CLOCK_MONOTONIC, 1000000);
	error = pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, &steady);
	assert(error == ETIMEDOUT || (error == 0 && pthread_rwlock_unlock(&rw) == 0));
	end(t);
}

static void writer_gives_up(void)
{
	pthread_t t;

	init(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	t = begin(impatient_writer);
	assert(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	end(t);
}

int main(void)
{
	recursive(PTHREAD_RWLOCK_PREFER_READER_NP);
	recursive(PTHREAD_RWLOCK_PREFER_WRITER_NP);
	nonrecursive();
	writer_gives_up();
	return 0;
}
