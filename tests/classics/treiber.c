/* SPDX-License-Identifier: Apache-2.0
 * treiber.c: R. Treiber's stack. BROKEN: a pop writes the new top without looking whether it has changed. */
#include "classic.h"

struct node {
	struct node *next;
	int taken;
};

static struct node nodes[3];
static struct node *_Atomic top;

static void push(struct node *n)
{
	struct node *old = atomic_load(&top);

	do
		n->next = old;
	while (!atomic_compare_exchange_weak(&top, &old, n));
}

static struct node *pop(void)
{
	struct node *old = atomic_load(&top);

	if (FAULTY) {
		if (old)
			atomic_store(&top, old->next);
		return old;
	}
	while (old && !atomic_compare_exchange_weak(&top, &old, old->next))
		;
	return old;
}

static void *worker(void *arg)
{
	struct node *n;

	push(&nodes[(intptr_t)arg]);
	n = pop();
	assert(n);
	n->taken++;
	return NULL;
}

int main(void)
{
	push(&nodes[2]);
	run_threads(2, worker);
	assert(nodes[0].taken + nodes[1].taken + nodes[2].taken == 2);
	for (int i = 0; i < 3; i++)
		assert(nodes[i].taken <= 1);
	return 0;
}
