/* SPDX-License-Identifier: Apache-2.0
 * order_three_steps.c: fails in one of the ninety orders in which three threads can take two steps each.
 * EXPECT: assert  EXPLAIN: 17 [16] */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trail;

static void *walker(void *arg)
{
	int me = (int)(intptr_t)arg;

	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		trail = trail * 4 + me;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, walker, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(trail != ((((3 * 4 + 2) * 4 + 1) * 4 + 3) * 4 + 2) * 4 + 1);
	return 0;
}
