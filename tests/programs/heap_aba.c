/* SPDX-License-Identifier: Apache-2.0
 * heap_aba.c: an unchanged address is taken for an unchanged object, but the object was freed and its memory
 * handed out again. Fails only in runs whose heap reuses memory at once; nothing freed is ever touched.
 * EXPECT: assert  EXPLAIN: 42|43 19|20|23|30 47|48 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
	int version;
	int values[9];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *current;

static void replace(int version)
{
	free(current);
	current = malloc(sizeof *current);
	if (!current)
		abort();
	current->version = version;
}

static void *writer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	replace(2);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *reader(void *unused)
{
	struct config *seen;
	int version;

	(void)unused;
	pthread_mutex_lock(&lock);
	seen = current;
	version = current->version;
	pthread_mutex_unlock(&lock);

	pthread_mutex_lock(&lock);
	if (current == seen)
		assert(current->version == version);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t w, r;

	replace(1);
	pthread_create(&r, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	pthread_join(r, NULL);
	pthread_join(w, NULL);
	free(current);
	return 0;
}
