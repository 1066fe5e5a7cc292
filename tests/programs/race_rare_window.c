/* SPDX-License-Identifier: Apache-2.0
 * race_rare_window.c: one step of one thread has to fall between two neighbouring steps among fifty.
 * EXPECT: assert  EXPLAIN: 15 22 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int phase, seen = -1;

static void *stepper(void *unused)
{
	(void)unused;
	for (int i = 0; i < 50; i++)
		atomic_store(&phase, i);
	return NULL;
}

static void *observer(void *unused)
{
	(void)unused;
	atomic_store(&seen, atomic_load(&phase));
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, stepper, NULL);
	pthread_create(&b, NULL, observer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&seen) != 25);
	return 0;
}
