/* SPDX-License-Identifier: Apache-2.0
 * linkedlist.c: two threads add to the end of a list.
 * FAILS: assert
 * THREADS: 2
 * PAIRS: 144 0 0 0
 * ANALYSIS: 272 9.97
 * STATES: 197 42137
 * INSTRUCTIONS: 299293 67193304
 * SECONDS: 20.53 91.00
 *
 * The bug, in list_add(): nothing is locked; when both have found the same last node, one of the new nodes is
 * lost. */
#include "../subject.h"
#include <assert.h>

enum { THREADS = 2, NODES = 2 };

struct node {
	struct node *next;
	int value;
};

struct list {
	pthread_mutex_t lock;
	struct node head;
};

static struct list list = {PTHREAD_MUTEX_INITIALIZER, {NULL, 0}};

static void list_add(struct list *l, int value)
{
	struct node *new = malloc(sizeof *new), *last;

	new->next = NULL;
	new->value = value;
#ifdef FIXED
	pthread_mutex_lock(&l->lock);
#endif
	for (last = &l->head; last->next; last = last->next)
		;
	last->next = new; /* the bug: it may not be the last one any more */
#ifdef FIXED
	pthread_mutex_unlock(&l->lock);
#endif
}

static int list_length(struct list *l)
{
	int length = 0;

	for (struct node *n = l->head.next; n; n = n->next)
		length += n->value > 0;
	return length;
}

static void list_clear(struct list *l)
{
	while (l->head.next) {
		struct node *n = l->head.next;

		l->head.next = n->next;
		free(n);
	}
}

static void *add(void *unused)
{
	for (int i = 1; i <= NODES; i++)
		list_add(&list, i);
	return unused;
}

int main(void)
{
	pthread_t one = subject_start(add, NULL), two = subject_start(add, NULL);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(list_length(&list) == THREADS * NODES);
	list_clear(&list);
	return 0;
}
