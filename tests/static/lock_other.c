/* SPDX-License-Identifier: Apache-2.0
 * lock_other.c: each thread holds a lock, but not the same; and one gives it back too early.
 * PAIR: RW must write:16 write:26
 * PAIR: RW must write:18 write:28
 * PAIR: MM must lock:15 lock:27
 */
#include <pthread.h>

static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *arg)
{

	pthread_mutex_lock(&red);
	x = 1;
	pthread_mutex_unlock(&red);
	y = 1;
	return arg;
}

static void *two(void *arg)
{

	pthread_mutex_lock(&blue);
	x = 2;
	pthread_mutex_lock(&red);
	y = 2;
	pthread_mutex_unlock(&red);
	pthread_mutex_unlock(&blue);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}
