/* SPDX-License-Identifier: Apache-2.0
 * progress_unseen_locks.c: a lock and a mailbox in inline assembler, which Heddle does not see; the waiters
 * pause for long in silence, or look at plain memory.
 * EXPECT: passed
 * ARGS: -n 3
 * DETERMINISM: no */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ITEMS 6

static int lock;
volatile int counter;

static int exchange(volatile int *at, int value)
{
	__asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
	return value;
}

static void enter(void)
{
	for (long silence = 16; exchange(&lock, 1); silence = silence < 1 << 16 ? silence * 2 : silence)
		for (long i = 0; i < silence; i++)
			__asm__ volatile("pause");
}

static volatile int full, item;

static void *worker(void *unused)
{
	for (int i = 0; i < ITEMS; i++) {
		while (full)
			__asm__ volatile("pause");
		item = i;
		exchange(&full, 1);
		enter();
		counter = counter + 1;
		exchange(&lock, 0);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	for (int i = 0; i < ITEMS; i++) {
		while (!full)
			__asm__ volatile("pause");
		assert(item == i);
		exchange(&full, 0);
		enter();
		counter = counter + 1;
		exchange(&lock, 0);
	}
	pthread_join(thread, NULL);
	assert(counter == 2 * ITEMS);
	return 0;
}
