/* SPDX-License-Identifier: Apache-2.0
 * clean_readers_writer.c: readers under a read lock always see both fields of one version.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *reader(void *unused)
{
	(void)unused;
	pthread_rwlock_rdlock(&lock);
	assert(first == second);
	pthread_rwlock_unlock(&lock);
	return NULL;
}

static void *writer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= 2; i++) {
		pthread_rwlock_wrlock(&lock);
		first = i;
		second = i;
		pthread_rwlock_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, reader, NULL);
	pthread_create(&t[1], NULL, writer, NULL);
	pthread_create(&t[2], NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
