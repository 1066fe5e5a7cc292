/* SPDX-License-Identifier: Apache-2.0
 * order_two_exits.c: two threads call exit() with different statuses: either may be the first.
 * EXPECT: exit  EXPLAIN: 10 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *leave(void *status)
{
	exit((int)(intptr_t)status);
}

int main(void)
{
	pthread_t t[2];

	for (intptr_t i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, leave, (void *)i);
	pthread_join(t[0], NULL);
	return 0;
}
