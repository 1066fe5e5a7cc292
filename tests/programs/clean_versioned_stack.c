/* SPDX-License-Identifier: Apache-2.0
 * clean_versioned_stack.c: a lock-free stack whose top carries a version, so that ABA cannot happen.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { NONE = 0xffff };

static _Atomic uint32_t next[3];
static atomic_int owned[3];
static _Atomic uint64_t top = NONE; /* version << 16 | index */

static void push(uint32_t n)
{
	uint64_t old = atomic_load(&top);

	atomic_store(&owned[n], 0);
	do
		atomic_store(&next[n], (uint32_t)(old & 0xffff));
	while (!atomic_compare_exchange_weak(&top, &old, (((old >> 16) + 1) << 16) | n));
}

static uint32_t pop(void)
{
	uint64_t old = atomic_load(&top), new;

	do {
		if ((old & 0xffff) == NONE)
			return NONE;
		new = (((old >> 16) + 1) << 16) | atomic_load(&next[old & 0xffff]);
	} while (!atomic_compare_exchange_weak(&top, &old, new));
	assert(!atomic_exchange(&owned[old & 0xffff], 1));
	return (uint32_t)(old & 0xffff);
}

static void *worker(void *unused)
{
	uint32_t a = pop(), b = pop();

	(void)unused;
	if (a != NONE)
		push(a);
	if (b != NONE)
		push(b);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (uint32_t i = 0; i < 3; i++)
		push(i);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
