/* SPDX-License-Identifier: Apache-2.0
 * zigzag.c: two threads move a cursor over two rows of marks, by turns that are not regular.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in step(): the marks say whose turn it is, and nothing makes the threads keep to it. It fails when
 * both threads have gone exactly in the order of the marks, which has twelve switches in sixteen steps. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define STEPS 16

static const char order[STEPS + 1] = "0110010110100110";
static atomic_int at, kept;

static void *walker(void *number)
{
	for (int i = 0; i < STEPS / 2; i++) {
#ifndef FIXED
		int place = atomic_fetch_add(&at, 1);

		if (order[place] == '0' + (int)(long)number)
			atomic_fetch_add(&kept, 1);
#else
		(void)number;
		(void)order;
		atomic_fetch_add(&at, 1);
#endif
	}
	return NULL;
}

int main(void)
{
	pthread_t a = subject_start(walker, (void *)0L), b = subject_start(walker, (void *)1L);

	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(kept < STEPS); /* the bug: all of them can be kept */
	return 0;
}
