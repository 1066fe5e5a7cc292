/* SPDX-License-Identifier: Apache-2.0
 * robust_spins_plain.c: two threads each wait for a plain volatile flag that the other would set afterwards.
 * EXPECT: livelock  EXPLAIN: 14 23
 * DETERMINISM: 3
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>

static volatile int left, right;

static void *one(void *unused)
{
	(void)unused;
	while (!left)
		;
	right = 1;
	return NULL;
}

static void *two(void *unused)
{
	(void)unused;
	while (!right)
		;
	left = 1;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
