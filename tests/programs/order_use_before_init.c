/* SPDX-License-Identifier: Apache-2.0
 * order_use_before_init.c: a thread uses a pointer that its creator sets only after creating it.
 * EXPECT: crash  EXPLAIN: 13 22 */
#include <pthread.h>
#include <stddef.h>

static int storage;
static int *volatile target;

static void *user(void *unused)
{
	(void)unused;
	*target = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, user, NULL);
	target = &storage;
	pthread_join(t, NULL);
	return 0;
}
