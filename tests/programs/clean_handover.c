/* SPDX-License-Identifier: Apache-2.0
 * clean_handover.c: memory is passed from thread to thread through a pointer; only its owner touches it.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic mailbox;

static void *receiver(void *unused)
{
	int *letter;

	(void)unused;
	for (int i = 0; i < 3; i++) {
		while (!(letter = atomic_exchange(&mailbox, NULL)))
			sched_yield();
		assert(*letter == i);
		free(letter);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, receiver, NULL);
	for (int i = 0; i < 3; i++) {
		int *letter = malloc(sizeof *letter);

		if (!letter)
			abort();
		*letter = i;
		while (atomic_load(&mailbox))
			sched_yield();
		atomic_store(&mailbox, letter);
	}
	pthread_join(t, NULL);
	return 0;
}
