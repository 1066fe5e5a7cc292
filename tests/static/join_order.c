/* SPDX-License-Identifier: Apache-2.0
 * join_order.c: the second thread is created when the first was joined.
 * Only a thread that is left alone meets what comes later.
 * PAIR: RW must write:26 read:39
 */
#include <pthread.h>

static int x, y;

static void *first(void *arg)
{
	x = 1;
	return arg;
}

static void *second(void *arg)
{
	x++;
	return arg;
}

static void *left_alone(void *arg)
{
	(void)arg;

	y = 1;
	return NULL;
}

int main(void)
{
	pthread_t t, u, d;

	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	pthread_create(&u, NULL, second, NULL);
	pthread_join(u, NULL);
	pthread_create(&d, NULL, left_alone, NULL);
	return x + y;
}
