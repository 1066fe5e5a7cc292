/* SPDX-License-Identifier: Apache-2.0
 * heap_double_free.c: both threads think to be the last user, as the count is read apart from its update.
 * EXPECT: double-free  EXPLAIN: 16 [14 15] */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;
static void *shared;

static void *leave(void *unused)
{
	(void)unused;
	atomic_fetch_sub(&users, 1);
	if (atomic_load(&users) == 0)
		free(shared);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	shared = malloc(24);
	pthread_create(&a, NULL, leave, NULL);
	pthread_create(&b, NULL, leave, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
