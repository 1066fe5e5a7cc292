/* SPDX-License-Identifier: Apache-2.0
 * signal_lock_in_handler.c: a handler takes a mutex that the interrupted thread may hold.
 * EXPECT: deadlock  EXPLAIN: 15 24 [25 38]
 * NATIVE: no */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int events;

static void handler(int signal)
{
	(void)signal;
	pthread_mutex_lock(&mutex);
	events++;
	pthread_mutex_unlock(&mutex);
}

static void *worker(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&mutex);
		events++;
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t;

	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, worker, NULL);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	return 0;
}
