/* SPDX-License-Identifier: Apache-2.0
 * progress_back_off.c: threads that try again and again, and what they do between two attempts: nothing,
 * yield, sleep, or compute, twice as long each time; with a flag, a mutex, a semaphore, a pipe, and the end
 * of a thread.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#define THREADS 4

static atomic_flag taken = ATOMIC_FLAG_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static int ends[2];
volatile int by_flags, by_mutexes, by_semaphores, by_pipes;

static void wait_somehow(int how, int attempt)
{
	static const struct timespec moment = {.tv_nsec = 1000};

	switch (how) {
	case 0:
		break;
	case 1:
		sched_yield();
		break;
	case 2:
		nanosleep(&moment, NULL);
		break;
	default:
		for (volatile int i = 0; i < 1 << (attempt < 12 ? attempt : 12); i++)
			;
	}
}

static void by_flag(int how)
{
	for (int i = 0; atomic_flag_test_and_set(&taken); i++)
		wait_somehow(how, i);
	by_flags = by_flags + 1;
	atomic_flag_clear(&taken);
}

static void by_trylock(int how)
{
	for (int i = 0; pthread_mutex_trylock(&mutex); i++)
		wait_somehow(how, i);
	by_mutexes = by_mutexes + 1;
	pthread_mutex_unlock(&mutex);
}

static void by_semaphore(int how)
{
	for (int i = 0; sem_trywait(&semaphore); i++)
		wait_somehow(how, i);
	by_semaphores = by_semaphores + 1;
	sem_post(&semaphore);
}

/* The byte in the pipe is the lock. */
static void by_pipe(int how)
{
	struct pollfd p = {.fd = ends[0], .events = POLLIN};
	char byte;

	for (int i = 0; poll(&p, 1, 0) != 1 || read(ends[0], &byte, 1) != 1; i++)
		wait_somehow(how, i);
	by_pipes = by_pipes + 1;
	assert(write(ends[1], &byte, 1) == 1);
}

static void *worker(void *arg)
{
	int how = *(const int *)arg;

	by_flag(how);
	by_trylock(how);
	by_semaphore(how);
	by_pipe(how);
	return NULL;
}

int main(void)
{
	static const int ways[THREADS] = {0, 1, 2, 3};
	pthread_t threads[THREADS];

	sem_init(&semaphore, 0, 1);
	assert(!pipe2(ends, O_NONBLOCK) && write(ends[1], "x", 1) == 1);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, (void *)&ways[i]);
	for (int i = 0; i < THREADS; i++)
		for (int attempt = 0; pthread_tryjoin_np(threads[i], NULL); attempt++)
			wait_somehow(i, attempt);
	assert(by_flags == THREADS && by_mutexes == THREADS && by_semaphores == THREADS &&
	       by_pipes == THREADS);
	close(ends[0]);
	close(ends[1]);
	return 0;
}
