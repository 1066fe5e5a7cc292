/* SPDX-License-Identifier: Apache-2.0
 * order_three_steps.c: fails only when three threads go in one of six orders, each twice.
 * EXPECT: assert */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int trail;

static void *walker(void *arg)
{
	int me = (int)(intptr_t)arg;

	for (int i = 0; i < 2; i++)
		atomic_store(&trail, atomic_load(&trail) * 4 + me);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, walker, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&trail) != ((((3 * 4 + 2) * 4 + 1) * 4 + 3) * 4 + 2) * 4 + 1);
	return 0;
}
