/* SPDX-License-Identifier: Apache-2.0
 * barrier.c: four threads meet twice at a barrier that counts them with a condition variable.
 * FAILS: deadlock | lost-wakeup
 * THREADS: 4
 *
 * The bug, in meet(): a thread that waits looks at the number of those that have come, which the next meeting
 * changes. A fast thread that comes to the second meeting before a slow one has left the first makes the slow
 * one wait on. */
#include "../../subject.h"

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_came = PTHREAD_COND_INITIALIZER;
static int came, meeting;

static void meet(void)
{
	int mine;

	pthread_mutex_lock(&lock);
	mine = meeting;
	if (++came == THREADS) {
		came = 0;
		meeting++;
		pthread_cond_broadcast(&all_came);
	}
#ifdef FIXED
	while (mine == meeting)
		pthread_cond_wait(&all_came, &lock);
#else
	(void)mine;
	while (came != 0) /* the bug: the next meeting may have begun */
		pthread_cond_wait(&all_came, &lock);
#endif
	pthread_mutex_unlock(&lock);
}

static void *walker(void *unused)
{
	meet();
	meet();
	return unused;
}

int main(void)
{
	pthread_t walkers[THREADS];

	for (int i = 0; i < THREADS; i++)
		walkers[i] = subject_start(walker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(walkers[i], NULL);
	return 0;
}
