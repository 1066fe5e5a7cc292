/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_in_handler.c: a thread is cancelled in a signal handler, and its frames are unwound
 * through the handler's, as -fexceptions asks for.
 * EXPECT: passed
 * FLAGS: -fexceptions */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t ready, entered, never;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void clean(void *count)
{
	++*(int *)count;
}

static void handle(int signal)
{
	int cleaned = 0;

	(void)signal;
	pthread_cleanup_push(clean, &cleaned);
	sem_post(&entered);
	for (;;)
		pause();
	pthread_cleanup_pop(0);
}

static void *wait_for_post(void *unused)
{
	int cleaned = 0;

	pthread_cleanup_push(clean, &cleaned);
	sem_post(&ready);
	for (;;)
		sem_wait(&never);
	pthread_cleanup_pop(0);
	return unused;
}

static void *wait_for_lock(void *unused)
{
	int cleaned = 0;

	pthread_cleanup_push(clean, &cleaned);
	sem_post(&ready);
	pthread_mutex_lock(&held);
	pthread_cleanup_pop(0);
	return unused;
}

static void try(void *(*wait)(void *))
{
	pthread_t thread;
	void *result;

	assert(!pthread_create(&thread, NULL, wait, NULL));
	sem_wait(&ready);
	pthread_kill(thread, SIGUSR1);
	sem_wait(&entered);
	assert(!pthread_cancel(thread));
	assert(!pthread_join(thread, &result));
	assert(result == PTHREAD_CANCELED);
}

int main(void)
{
	struct sigaction action = {.sa_handler = handle};

	sigaction(SIGUSR1, &action, NULL);
	sem_init(&ready, 0, 0);
	sem_init(&entered, 0, 0);
	sem_init(&never, 0, 0);
	pthread_mutex_lock(&held);
	try(wait_for_post);
	try(wait_for_lock);
	return 0;
}
