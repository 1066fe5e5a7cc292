/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of an array, each a key with its value and a lock of its own. A thread that walks over them reads
 * key and value of one entry in one critical section, or (-DSPLIT) in two. */
#include "split.h"

#define ENTRIES 3

static struct entry {
	pthread_mutex_t lock;
	int key, value;
} entries[ENTRIES] = {
    {PTHREAD_MUTEX_INITIALIZER, 0, 0}, {PTHREAD_MUTEX_INITIALIZER, 1, 1}, {PTHREAD_MUTEX_INITIALIZER, 2, 2}};

static void *replace(void *unused)
{
	for (int i = 0; i < ENTRIES; i++) {
		pthread_mutex_lock(&entries[i].lock);
		entries[i].key = 10 + i;
		entries[i].value = 10 + i;
		pthread_mutex_unlock(&entries[i].lock);
	}
	return unused;
}

static void *search(void *unused)
{
	for (int i = 0; i < ENTRIES; i++) {
		pthread_mutex_lock(&entries[i].lock);
		int key = entries[i].key;
		SPLIT_HERE(&entries[i].lock);
		int value = entries[i].value;
		pthread_mutex_unlock(&entries[i].lock);
		use(key - value);
	}
	return unused;
}

int main(void)
{
	return two_threads(replace, NULL, search, NULL);
}
