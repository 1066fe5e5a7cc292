/* SPDX-License-Identifier: Apache-2.0
 * deadlock_d2.c: two threads move something between two boxes, each of which has a lock; which box is first
 * is an argument.
 * FAILS: deadlock
 * THREADS: 2
 * PAIRS: 0 4 0 0
 * ANALYSIS: 45 3.37
 * STATES: 8 24
 * INSTRUCTIONS: 528 2664
 * SECONDS: 4.33 1.00
 *
 * The bug, in move(): the order of the locks is that of the arguments. */
#include "../subject.h"

struct box {
	pthread_mutex_t lock;
	int things;
};

static struct box boxes[2] = {{PTHREAD_MUTEX_INITIALIZER, 5}, {PTHREAD_MUTEX_INITIALIZER, 5}};

static void move(struct box *from, struct box *to)
{
	struct box *outer = from, *inner = to;

#ifdef FIXED
	if (outer > inner)
		outer = to, inner = from;
#endif
	pthread_mutex_lock(&outer->lock);
	pthread_mutex_lock(&inner->lock); /* the bug: the other thread can hold it, and wait for the first */
	from->things--;
	to->things++;
	pthread_mutex_unlock(&inner->lock);
	pthread_mutex_unlock(&outer->lock);
}

static void *worker(void *argument)
{
	size_t from = (size_t)argument;

	move(&boxes[from], &boxes[1 - from]);
	return NULL;
}

int main(void)
{
	pthread_t one = subject_start(worker, (void *)0), two = subject_start(worker, (void *)1);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
