/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of keys with their values. To set two entries, one after the other, is to do the same twice and not
 * one thing in two critical sections; with -DSPLIT the key and the value of one are set in two. */
#include "split.h"

#include <stdlib.h>
#include <string.h>

struct entry {
	char key[8];
	long value;
};
struct table {
	pthread_spinlock_t lock;
	struct entry *entries;
	int n;
};

static void set(struct table *t, int i, const char *key, long value)
{
	pthread_spin_lock(&t->lock);
	strcpy(t->entries[i].key, key);
#ifdef SPLIT
	pthread_spin_unlock(&t->lock);
	pthread_spin_lock(&t->lock);
#endif
	t->entries[i].value = value;
	pthread_spin_unlock(&t->lock);
}

static long find(struct table *t, const char *key)
{
	long value = -1;

	pthread_spin_lock(&t->lock);
	for (int i = 0; i < t->n; i++)
		if (strcmp(t->entries[i].key, key) == 0)
			value = t->entries[i].value;
	pthread_spin_unlock(&t->lock);
	return value;
}

static void *writer(void *table)
{
	set(table, 0, "one", 1);
	set(table, 1, "two", 2);
	set(table, 0, "three", 3);
	return NULL;
}

static void *reader(void *table)
{
	use((int)find(table, "one"));
	use((int)find(table, "two"));
	return NULL;
}

int main(void)
{
	struct table *t = calloc(1, sizeof *t);

	t->n = 3;
	t->entries = calloc(3, sizeof *t->entries);
	pthread_spin_init(&t->lock, 0);
	two_threads(writer, t, reader, t);
	free(t->entries);
	free(t);
	return 0;
}
