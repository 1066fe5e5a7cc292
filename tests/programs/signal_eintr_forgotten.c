/* SPDX-License-Identifier: Apache-2.0
 * signal_eintr_forgotten.c: sem_wait() fails with EINTR and nobody looks.
 * EXPECT: exit  EXPLAIN: 20|21 34|35|36
 * NATIVE: no */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t sem;
static int item;

static void handler(int signal)
{
	(void)signal;
}

static void *consumer(void *result)
{
	sem_wait(&sem);
	*(int *)result = item;
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	int got = -1;
	pthread_t t;

	sem_init(&sem, 0, 0);
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, consumer, &got);
	pthread_kill(t, SIGUSR1);
	item = 7;
	sem_post(&sem);
	pthread_join(t, NULL);
	return got != 7;
}
