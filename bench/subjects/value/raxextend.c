/* SPDX-License-Identifier: Apache-2.0
 * raxextend.c: an executive keeps properties of a spacecraft as tasks ask it to; most tasks only read the
 * log.
 * FAILS: assert
 * THREADS: 11
 * PAIRS: 10 35 0 0
 * ANALYSIS: 218 15.83
 * STATES: 11 TO
 * INSTRUCTIONS: 3843756 TO
 * SECONDS: 85.034 TO
 *
 * The bug, in achieve(): the property is set before it is locked, and so before the guard knows that it has
 * to be kept. Only two threads take part in it; the others contend for the lock. -DREADERS=9 makes them as
 * many as in the thesis. */
#include "../subject.h"
#include <assert.h>

#ifndef READERS
#define READERS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static pthread_mutex_t property_lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static volatile int property, locked; /* registers of the spacecraft */
static int entries;

static void note(void)
{
	pthread_mutex_lock(&lock);
	entries++;
	pthread_mutex_unlock(&lock);
}

static void *read_log(void *unused)
{
	note();
	return unused;
}

static void begin(void)
{
#ifdef FIXED
	pthread_mutex_lock(&property_lock);
#endif
}

static void end(void)
{
#ifdef FIXED
	pthread_mutex_unlock(&property_lock);
#endif
}

/* The task: sets the property, and relies on it. */
static void *achieve(void *unused)
{
	begin();
	property = 1;
	locked = 1; /* the bug: the guard can have found it unlocked, and resets it */
	end();
	begin();
	assert(property == 1);
	end();
	return unused;
}

/* The guard: resets a property that no task has locked. */
static void *guard(void *unused)
{
	begin();
	if (!locked)
		property = 0;
	end();
	note();
	return unused;
}

int main(void)
{
	pthread_t readers[READERS], achieving, guarding;

	for (int i = 0; i < READERS; i++)
		readers[i] = subject_start(read_log, NULL);
	achieving = subject_start(achieve, NULL);
	guarding = subject_start(guard, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	pthread_join(achieving, NULL);
	pthread_join(guarding, NULL);
	return 0;
}
