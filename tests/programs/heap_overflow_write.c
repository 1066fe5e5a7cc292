/* SPDX-License-Identifier: Apache-2.0
 * heap_overflow_write.c: two appending threads both see room for one more; one writes past the end.
 * EXPECT: heap-overflow  EXPLAIN: 16 17 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define ROOM 3

static char *buffer;
static atomic_uint used = ROOM - 1;

static void *append(void *unused)
{
	(void)unused;
	if (atomic_load(&used) < ROOM)
		buffer[atomic_fetch_add(&used, 1)] = 'x';
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	buffer = malloc(ROOM);
	if (!buffer)
		return 1;
	pthread_create(&a, NULL, append, NULL);
	pthread_create(&b, NULL, append, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(buffer);
	return 0;
}
