/* SPDX-License-Identifier: Apache-2.0
 * lock_same.c: all accesses hold the same lock; only the locks contend.
 * PAIR: MM must lock:13 lock:13
 * PAIR: MM must lock:13 lock:33
 */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

__attribute__((noinline)) static void enter(void)
{
	pthread_mutex_lock(&lock);
}

__attribute__((noinline)) static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

static void *up(void *arg)
{
	enter();
	count++;
	leave();
	return arg;
}

static void *twice(void *arg)
{
	up(NULL);

	pthread_mutex_lock(&lock);
	if (count > 1)
		count--;
	leave();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, up, NULL);
	pthread_create(&b, NULL, twice, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count;
}
