/* SPDX-License-Identifier: Apache-2.0
 * blockbarrier.c: threads go on in groups of two; the first of a group is blocked until the second comes.
 * FAILS: assert
 * THREADS: 4
 * PAIRS: 0 6 12 12
 * ANALYSIS: 226 7.54
 * STATES: 24 896
 * INSTRUCTIONS: 1760 17463
 * SECONDS: 8.50 4.00
 *
 * The bug, in meet(): a woken thread takes the number of the last complete group for that of its own. By then
 * two others can have barged in and made the next group complete. */
#include "../subject.h"
#include <assert.h>

enum { GROUP = 2, THREADS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
static int members, groups;

static void *meet(void *unused)
{
	int mine, number;

	pthread_mutex_lock(&lock);
	mine = groups + 1;
	if (++members == GROUP) {
		members = 0;
		groups++;
		pthread_cond_broadcast(&complete);
	}
	while (groups < mine)
		pthread_cond_wait(&complete, &lock);
#ifdef FIXED
	number = mine;
#else
	number = groups; /* the bug: it can have gone on */
#endif
	assert(number == mine);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		threads[i] = subject_start(meet, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
