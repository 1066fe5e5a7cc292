/* SPDX-License-Identifier: Apache-2.0
 * linked_list.c: a list is put into an array that was made as long as the list had been.
 * SETS: struct list with its nodes
 * VIOLATES: list_to_array/list_add_first list_to_array/list_remove_first
 * FAILS: assert
 * PAPER: monitor 5 (rate 0.20), AssetFuzzer 27 (0.53)
 *
 * The bug: between the count and the walk along the nodes the list is not locked. */
#include "../monitor.h"

struct node {
	struct node *next;
	int value;
};

struct list {
	pthread_mutex_t lock;
	struct node *first;
	int count;
};

static struct list *list;
static int rounds;

void list_add_first(struct list *l, int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	pthread_mutex_lock(&l->lock);
	n->next = l->first;
	l->first = n;
	l->count++;
	pthread_mutex_unlock(&l->lock);
}

int list_remove_first(struct list *l)
{
	struct node *n;
	int value = 0;

	pthread_mutex_lock(&l->lock);
	n = l->first;
	if (n) {
		l->first = n->next;
		l->count--;
		value = n->value;
	}
	pthread_mutex_unlock(&l->lock);
	free(n);
	return value;
}

int list_count(struct list *l)
{
	int count;

	pthread_mutex_lock(&l->lock);
	count = l->count;
	pthread_mutex_unlock(&l->lock);
	return count;
}

int list_to_array(struct list *l, int array[], int room)
{
	int count, i = 0;

	ought_lock(&l->lock);
	count = list_count(l);
	pthread_mutex_lock(&l->lock);
	for (struct node *n = l->first; n && i < room; n = n->next)
		array[i++] = n->value;
	pthread_mutex_unlock(&l->lock);
	ought_unlock(&l->lock);
	OUGHT(i == count);
	return i;
}

static void *adds(void *unused)
{
	for (int i = 0; i < rounds; i++)
		list_add_first(list, i);
	return unused;
}

static void *removes(void *unused)
{
	list_remove_first(list);
	return unused;
}

static void *copies(void *unused)
{
	int array[16];

	list_to_array(list, array, 16);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	list = calloc(1, sizeof *list);
	monitor_init(&list->lock);
	list_add_first(list, 7);
	list_add_first(list, 8);
	RUN(NULL, adds, removes, copies);
	while (list->first)
		list_remove_first(list);
	free(list);
	return 0;
}
