/* SPDX-License-Identifier: Apache-2.0
 * clean_lazy_init.c: double-checked initialisation done right.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic instance;

static int *get(void)
{
	int *p = atomic_load_explicit(&instance, memory_order_acquire);

	if (p)
		return p;
	pthread_mutex_lock(&lock);
	p = atomic_load_explicit(&instance, memory_order_relaxed);
	if (!p) {
		p = malloc(sizeof *p);
		if (!p)
			abort();
		*p = 3;
		atomic_store_explicit(&instance, p, memory_order_release);
	}
	pthread_mutex_unlock(&lock);
	return p;
}

static void *user(void *unused)
{
	(void)unused;
	assert(*get() == 3);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, user, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	free(get());
	return 0;
}
