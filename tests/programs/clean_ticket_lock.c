/* SPDX-License-Identifier: Apache-2.0
 * clean_ticket_lock.c: a ticket lock of atomics; waiters spin until their number is up.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next_ticket, now_serving;
static int counter;

static void *worker(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		unsigned mine = atomic_fetch_add(&next_ticket, 1);

		while (atomic_load(&now_serving) != mine)
			;
		counter++;
		atomic_fetch_add(&now_serving, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(counter == 8);
	return 0;
}
