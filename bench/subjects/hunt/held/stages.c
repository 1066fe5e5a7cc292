/* SPDX-License-Identifier: Apache-2.0
 * stages.c: three threads prepare a device, each one stage of it, and a fourth one starts it when it looks
 * ready.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in start(): it asks for the last stage alone, though the stages are not ordered: the thread of the
 * last stage has to be first and the one of the first stage last. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int stage[3];

static void *prepare(void *number)
{
	long n = (long)number;

#ifdef FIXED
	if (n > 0)
		while (!atomic_load(&stage[n - 1]))
			;
#endif
	atomic_store(&stage[n], 1);
	return NULL;
}

static void *start(void *unused)
{
	if (atomic_load(&stage[2]) && atomic_load(&stage[1]))
		assert(atomic_load(&stage[0])); /* the bug: the last two stages say nothing about the first */
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (long i = 0; i < 3; i++)
		threads[i] = subject_start(prepare, (void *)i);
	threads[3] = subject_start(start, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
