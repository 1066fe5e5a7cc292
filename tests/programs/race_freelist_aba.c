/* SPDX-License-Identifier: Apache-2.0
 * race_freelist_aba.c: a free list of indices: a slot that came back in between looks unchanged (ABA), and
 * two threads own one slot.
 * EXPECT: assert  EXPLAIN: 17|20 21|29|30 [35] */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE (-1)
static int next_of[3] = {1, 2, NONE};
static atomic_int head;
static atomic_int used[3];
static int pop(void)
{
	int top, rest;
	do {
		top = atomic_load(&head);
		if (top == NONE)
			return NONE;
		rest = next_of[top];
	} while (!atomic_compare_exchange_strong(&head, &top, rest));
	return top;
}

static void push(int i)
{
	int top = atomic_load(&head);
	do
		next_of[i] = top;
	while (!atomic_compare_exchange_strong(&head, &top, i));
}

static void take(int i)
{
	assert(atomic_exchange(&used[i], 1) == 0);
}

static void give(int i)
{
	atomic_store(&used[i], 0);
	push(i);
}

static void *one(void *unused)
{
	(void)unused;
	int i = pop();
	if (i == NONE)
		return NULL;
	take(i);
	int j = pop();
	if (j != NONE)
		take(j);
	return NULL;
}

static void *two(void *unused)
{
	(void)unused;
	int i = pop();
	if (i != NONE)
		take(i);
	int j = pop();
	if (j != NONE)
		take(j);
	if (i != NONE)
		give(i);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
