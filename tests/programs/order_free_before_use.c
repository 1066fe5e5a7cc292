/* SPDX-License-Identifier: Apache-2.0
 * order_free_before_use.c: main frees the argument of a thread that may still read it.
 * EXPECT: use-after-free  EXPLAIN: 9 21 */
#include <pthread.h>
#include <stdlib.h>

static void *user(void *arg)
{
	return *(int *)arg == 7 ? NULL : arg;
}

int main(void)
{
	pthread_t t;
	int *arg = malloc(sizeof *arg);

	if (!arg)
		abort();
	*arg = 7;
	pthread_create(&t, NULL, user, arg);
	free(arg);
	pthread_join(t, NULL);
	return 0;
}
