/* SPDX-License-Identifier: Apache-2.0
 * leapfrog.c: two threads draw numbers that are one above the other's number, as in a bakery.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in draw(): the numbers fall back to nothing only when both threads have none; as long as they
 * overtake each other they grow. After twenty-four strict alternations they do not fit their table any more.
 * A third thread has nothing to do with it. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define ROUNDS	14
#define LARGEST 23

static atomic_int number[2], noise;

static void draw(int me)
{
	int other = atomic_load(&number[!me]);

#ifdef FIXED
	if (other >= LARGEST)
		other = 0;
#endif
	assert(other < LARGEST); /* the bug: there is nothing that keeps it below */
	atomic_store(&number[me], other + 1);
}

static void *customer(void *number_of)
{
	for (int i = 0; i < ROUNDS; i++)
		draw((int)(long)number_of);
	return NULL;
}

static void *passer_by(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&noise, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[3] = {subject_start(customer, (void *)0L), subject_start(customer, (void *)1L),
				subject_start(passer_by, NULL)};

	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return noise == ROUNDS ? 0 : 1;
}
