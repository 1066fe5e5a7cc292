/* SPDX-License-Identifier: Apache-2.0
 * heap_invalid_free.c: a thread moves a cursor through a buffer, and the buffer is freed through the cursor.
 * EXPECT: invalid-free  EXPLAIN: 15 29 [16] */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) cursor;

static void *reader(void *unused)
{
	char *start = atomic_load(&cursor);

	(void)unused;
	atomic_store(&cursor, start + 16);
	atomic_store(&cursor, start);
	return NULL;
}

int main(void)
{
	pthread_t t;
	char *buffer = malloc(64);

	if (!buffer)
		return 1;
	atomic_store(&cursor, buffer);
	pthread_create(&t, NULL, reader, NULL);
	free(atomic_load(&cursor));
	pthread_join(t, NULL);
	return 0;
}
