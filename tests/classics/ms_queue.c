/* SPDX-License-Identifier: Apache-2.0
 * ms_queue.c: the queue of M. Michael and M. Scott. BROKEN: an element is linked to the last one without
 * looking whether another one was linked meanwhile. */
#include "classic.h"

struct node {
	struct node *_Atomic next;
	int value;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[2], *_Atomic tail = &nodes[2];
static int got[2];

static int link_to(struct node *last, struct node *n)
{
	struct node *none = NULL;

	if (!FAULTY)
		return atomic_compare_exchange_strong(&last->next, &none, n);
	if (atomic_load(&last->next))
		return 0;
	atomic_store(&last->next, n);
	return 1;
}

static void enqueue(struct node *n)
{
	for (;;) {
		struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);

		if (next) {
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (link_to(last, n)) {
			atomic_compare_exchange_strong(&tail, &last, n);
			return;
		}
	}
}

static int dequeue(void)
{
	for (;;) {
		struct node *first = atomic_load(&head), *last = atomic_load(&tail);
		struct node *next = atomic_load(&first->next);

		if (!next)
			return 0;
		if (first == last) {
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
		if (atomic_compare_exchange_strong(&head, &first, next))
			return next->value;
	}
}

static void *worker(void *arg)
{
	struct node *n = &nodes[(intptr_t)arg];

	n->value = 1 + (int)(intptr_t)arg;
	enqueue(n);
	got[(intptr_t)arg] = dequeue();
	return NULL;
}

int main(void)
{
	run_threads(2, worker);
	assert(got[0] && got[1] && got[0] != got[1]);
	return 0;
}
