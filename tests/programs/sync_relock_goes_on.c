/* SPDX-License-Identifier: Apache-2.0
 * sync_relock_goes_on.c: threads wait for locks that they hold themselves, and the program ends in spite of
 * that: a handler jumps out of one wait, a timed lock gives up, and main does not wait for the rest.
 * EXPECT: passed
 * FINDS: lock-order */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, timed = PTHREAD_MUTEX_INITIALIZER,
		       stuck = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t ready;
static sigjmp_buf out;

static void handler(int signal)
{
	siglongjmp(out, signal);
}

static void *relocks_mutex(void *unused)
{
	pthread_mutex_lock(&stuck);
	sem_post(&ready);
	pthread_mutex_lock(&stuck);
	abort();
	return unused;
}

static void *relocks_spin(void *unused)
{
	pthread_spin_lock(&spin);
	sem_post(&ready);
	pthread_spin_lock(&spin);
	abort();
	return unused;
}

static void *writes_what_it_reads(void *unused)
{
	pthread_rwlock_rdlock(&rwlock);
	sem_post(&ready);
	pthread_rwlock_wrlock(&rwlock);
	abort();
	return unused;
}

static void start(void *(*function)(void *))
{
	pthread_t t;

	assert(!pthread_create(&t, NULL, function, NULL));
	sem_wait(&ready);
}

static void wait_for_a_while(void)
{
	struct timespec end;

	pthread_mutex_lock(&timed);
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += end.tv_nsec < 990000000 ? 10000000 : 0;
	assert(pthread_mutex_timedlock(&timed, &end) == ETIMEDOUT);
	pthread_mutex_unlock(&timed);
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};

	sem_init(&ready, 0, 0);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	sigaction(SIGALRM, &action, NULL);
	pthread_mutex_lock(&left);
	if (!sigsetjmp(out, 1)) {
		alarm(1);
		pthread_mutex_lock(&left);
		abort();
	}
	pthread_mutex_unlock(&left);
	wait_for_a_while();
	start(relocks_mutex);
	start(writes_what_it_reads);
	start(relocks_spin);
	_exit(0);
}
