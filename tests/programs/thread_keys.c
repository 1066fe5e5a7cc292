/* SPDX-License-Identifier: Apache-2.0
 * thread_keys.c: each thread has its own value of a key, and its destructor gets it when the thread ends.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 2 };

static pthread_key_t plain, with_destructor;
static atomic_int destroyed;

static void destroy(void *value)
{
	atomic_fetch_add(&destroyed, *(int *)value);
	free(value);
}

static void *worker(void *arg)
{
	int *value = malloc(sizeof *value);

	assert(!pthread_getspecific(plain) && !pthread_getspecific(with_destructor));
	*value = *(int *)arg;
	pthread_setspecific(plain, arg);
	pthread_setspecific(with_destructor, value);
	assert(pthread_getspecific(plain) == arg);
	if (*value == 10)
		pthread_exit(NULL);
	return NULL;
}

int main(void)
{
	int numbers[THREADS] = {1, 10};
	pthread_t t[THREADS];

	pthread_key_create(&plain, NULL);
	pthread_key_create(&with_destructor, destroy);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, worker, &numbers[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	assert(destroyed == 11);
	assert(!pthread_getspecific(plain));
	pthread_key_delete(plain);
	pthread_key_delete(with_destructor);
	return 0;
}
