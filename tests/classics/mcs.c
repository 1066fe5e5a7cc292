/* SPDX-License-Identifier: Apache-2.0
 * mcs.c: the queue lock of J. Mellor-Crummey and M. Scott. BROKEN: a thread that finds no successor gives the
 * lock back without looking whether one is just coming. */
#include "classic.h"

#define THREADS 2

struct node {
	struct node *_Atomic next;
	atomic_int waits;
};

static struct node nodes[THREADS];
static struct node *_Atomic tail;

static void lock(struct node *me)
{
	struct node *before;

	atomic_store(&me->next, NULL);
	atomic_store(&me->waits, 1);
	before = atomic_exchange(&tail, me);
	if (!before)
		return;
	atomic_store(&before->next, me);
	while (atomic_load(&me->waits))
		;
}

static void unlock(struct node *me)
{
	struct node *last = me;

	if (!atomic_load(&me->next)) {
		if (FAULTY) {
			atomic_store(&tail, NULL);
			return;
		}
		if (atomic_compare_exchange_strong(&tail, &last, NULL))
			return;
		while (!atomic_load(&me->next))
			;
	}
	atomic_store(&atomic_load(&me->next)->waits, 0);
}

static void *worker(void *arg)
{
	struct node *me = &nodes[(intptr_t)arg];

	lock(me);
	critical_section();
	unlock(me);
	return NULL;
}

int main(void)
{
	run_threads(THREADS, worker);
	assert(shared_counter == THREADS);
	return 0;
}
