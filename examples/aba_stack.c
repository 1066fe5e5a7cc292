/* SPDX-License-Identifier: Apache-2.0
 *
 * ABA: a lock-free stack hands the same node to two threads.
 * EXPECT: assert  EXPLAIN: 43 [32 33 38 44]
 *
 * The bug: pop() reads the top node A and A's successor B, then swings the top from A to B if the top is
 * still A. It may be A *again*: another thread took A and B and put A back. The compare-exchange succeeds,
 * and B, which the other thread owns, becomes the top of the stack.
 *
 * The fix: a version counter next to the pointer that each change increases, so that "A again" is not
 * equal to "A still"; or hazard pointers, so that nobody puts A back while we look at it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
	atomic_bool owned; /* by the thread that popped it */
};

static struct node nodes[3];
static struct node *_Atomic top;

static void push(struct node *n)
{
	struct node *old = atomic_load(&top);

	atomic_store(&n->owned, false);
	do
		atomic_store(&n->next, old);
	while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
	struct node *old = atomic_load(&top);

	do {
		if (!old)
			return NULL;
	} while (!atomic_compare_exchange_strong(&top, &old, atomic_load(&old->next)));
	assert(!atomic_exchange(&old->owned, true)); /* nobody else may have it */
	return old;
}

static void *take_two_return_one(void *unused)
{
	struct node *a = pop();
	struct node *b = pop();

	(void)unused;
	(void)b; /* kept */
	if (a)
		push(a);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 3; i++)
		push(&nodes[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, take_two_return_one, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
