/* SPDX-License-Identifier: Apache-2.0
 * linked_list.c: threads build one list, each putting its elements at the end.
 * SETS: struct list with its nodes
 * VIOLATES: list_append/list_append
 * FAILS: assert
 * PAPER: cycles 1, wrong 0
 *
 * The bug: the last node is looked for in one critical section, and linked to in another one; one of two
 * elements that get the same predecessor is lost. */
#include "../monitor.h"

struct node {
	struct node *next;
	int value;
};

struct list {
	pthread_mutex_t lock;
	struct node head;
};

static struct list *list;
static int elements;

struct node *list_last(struct list *l)
{
	struct node *n = &l->head;

	pthread_mutex_lock(&l->lock);
	while (n->next)
		n = n->next;
	pthread_mutex_unlock(&l->lock);
	return n;
}

void list_append(struct list *l, int value)
{
	struct node *n = calloc(1, sizeof *n), *last;

	n->value = value;
	ought_lock(&l->lock);
	last = list_last(l);
	pthread_mutex_lock(&l->lock);
	last->next = n;
	pthread_mutex_unlock(&l->lock);
	ought_unlock(&l->lock);
}

static void *builds(void *unused)
{
	for (int i = 0; i < elements; i++)
		list_append(list, i);
	return unused;
}

int main(int argc, char **argv)
{
	int count = 0;

	elements = subject_input(argc, argv, 2);
	list = calloc(1, sizeof *list);
	monitor_init(&list->lock);
	RUN(NULL, builds, builds);
	for (struct node *n = list->head.next, *next; n; n = next) {
		next = n->next;
		free(n);
		count++;
	}
	free(list);
	assert(count == 2 * elements);
	return 0;
}
