/* SPDX-License-Identifier: Apache-2.0
 * race_null_after_check.c: the pointer is cleared between the check for NULL and its use.
 * EXPECT: crash  EXPLAIN: 13 23 24 */
#include <pthread.h>
#include <stddef.h>

static int value = 1;
static int *volatile shared = &value;

static void *clear(void *unused)
{
	(void)unused;
	shared = NULL;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int seen = 0;

	pthread_create(&t, NULL, clear, NULL);
	if (shared)
		seen = *shared;
	pthread_join(t, NULL);
	return seen > 1;
}
