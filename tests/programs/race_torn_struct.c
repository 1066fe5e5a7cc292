/* SPDX-License-Identifier: Apache-2.0
 * race_torn_struct.c: a reader sees one half of a record before and the other half after the update.
 * EXPECT: assert  EXPLAIN: 27 16|17 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile struct {
	long value, copy; /* always equal, as the writer sees it */
} record;

static void *writer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= 2; i++) {
		record.value = i;
		record.copy = i;
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writer, NULL);
	long value = record.value, copy = record.copy;
	assert(value == copy);
	pthread_join(t, NULL);
	return 0;
}
