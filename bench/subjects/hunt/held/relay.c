/* SPDX-License-Identifier: Apache-2.0
 * relay.c: three runners hand a baton on; who gets it out of turn drops it. A referee watches the time.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in run_lap(): the track was measured for twenty-one laps. Three threads have to go in turn,
 * strictly, twenty-one times. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define RUNNERS 3
#define ROUNDS	8
#define TRACK	21

static atomic_int laps, seconds;

static void run_lap(int me)
{
	int lap = atomic_load(&laps);

#ifdef FIXED
	if (lap == TRACK)
		return;
#endif
	assert(lap < TRACK); /* the bug: there are more laps to run than were measured */
	atomic_store(&laps, lap % RUNNERS == me ? lap + 1 : 0);
}

static void *runner(void *number)
{
	for (int i = 0; i < ROUNDS; i++)
		run_lap((int)(long)number);
	return NULL;
}

static void *referee(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&seconds, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[RUNNERS + 1];

	for (long i = 0; i < RUNNERS; i++)
		threads[i] = subject_start(runner, (void *)i);
	threads[RUNNERS] = subject_start(referee, NULL);
	for (int i = 0; i <= RUNNERS; i++)
		pthread_join(threads[i], NULL);
	return seconds == ROUNDS ? 0 : 1;
}
