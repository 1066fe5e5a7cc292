/* SPDX-License-Identifier: Apache-2.0
 * lock_mixed_objects.c: a cycle through a mutex and a semaphore.
 * EXPECT: deadlock  EXPLAIN: 14|15 24|25 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t token;

static void *lock_first(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	sem_wait(&token);
	sem_post(&token);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *token_first(void *unused)
{
	(void)unused;
	sem_wait(&token);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	sem_post(&token);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&token, 0, 1);
	pthread_create(&a, NULL, lock_first, NULL);
	pthread_create(&b, NULL, token_first, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
