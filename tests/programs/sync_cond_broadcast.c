/* SPDX-License-Identifier: Apache-2.0
 * sync_cond_broadcast.c: a broadcast wakes all waiters, and the variable may be destroyed right after it.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WAITERS = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, *go;
static int waiting, open;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	if (++waiting == WAITERS)
		pthread_cond_signal(&arrived);
	while (!open)
		pthread_cond_wait(go, &m);
	waiting--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t[WAITERS];

	go = malloc(sizeof *go);
	pthread_cond_init(go, NULL);
	for (int i = 0; i < WAITERS; i++)
		pthread_create(&t[i], NULL, waiter, NULL);
	pthread_mutex_lock(&m);
	while (waiting < WAITERS)
		pthread_cond_wait(&arrived, &m);
	open = 1;
	pthread_cond_broadcast(go);
	assert(pthread_cond_destroy(go) == 0);
	free(go);
	pthread_mutex_unlock(&m);
	for (int i = 0; i < WAITERS; i++)
		pthread_join(t[i], NULL);
	assert(waiting == 0);
	return 0;
}
