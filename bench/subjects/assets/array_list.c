/* SPDX-License-Identifier: Apache-2.0
 * array_list.c: a list is filled with the elements of another one, which others add to and remove from.
 * SETS: struct list
 * VIOLATES: list_add_all/list_remove_last list_add_all/list_add
 * FAILS: assert
 * PAPER: monitor 3 (rate 0.06), AssetFuzzer 17 (0.35)
 *
 * The bug: add_all() asks for the size of the other list and then for one element after the other. Each
 * question is atomic, the whole is not. */
#include "../monitor.h"

enum { CAPACITY = 32 };

struct list {
	pthread_mutex_t lock;
	int size;
	int item[CAPACITY];
};

static struct list *from, *to;
static int rounds;

int list_size(struct list *l)
{
	int size;

	pthread_mutex_lock(&l->lock);
	size = l->size;
	pthread_mutex_unlock(&l->lock);
	return size;
}

int list_get(struct list *l, int at)
{
	int item;

	pthread_mutex_lock(&l->lock);
	OUGHT(at < l->size);
	item = l->item[at];
	pthread_mutex_unlock(&l->lock);
	return item;
}

void list_add(struct list *l, int item)
{
	pthread_mutex_lock(&l->lock);
	if (l->size < CAPACITY)
		l->item[l->size++] = item;
	pthread_mutex_unlock(&l->lock);
}

int list_remove_last(struct list *l)
{
	int item = 0;

	pthread_mutex_lock(&l->lock);
	if (l->size > 0)
		item = l->item[--l->size];
	pthread_mutex_unlock(&l->lock);
	return item;
}

void list_add_all(struct list *l, struct list *other)
{
	int size;

	ought_lock(&other->lock);
	size = list_size(other);
	for (int i = 0; i < size; i++)
		list_add(l, list_get(other, i));
	ought_unlock(&other->lock);
}

static void *changes(void *unused)
{
	for (int i = 0; i < rounds; i++)
		list_add(from, i);
	list_remove_last(from);
	return unused;
}

static void *copies(void *unused)
{
	list_add_all(to, from);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	from = calloc(1, sizeof *from);
	to = calloc(1, sizeof *to);
	monitor_init(&from->lock);
	monitor_init(&to->lock);
	list_add(from, 100);
	list_add(from, 101);
	RUN(NULL, changes, copies);
	free(from);
	free(to);
	return 0;
}
