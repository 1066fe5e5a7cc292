/* SPDX-License-Identifier: Apache-2.0
 *
 * A lock for readers and writers, for rw_deadlock.c and rw_exception.c: readers share it, a writer has it
 * alone. The bug is in read_end(): the count of readers is changed without the mutex, so that a change can be
 * lost. */
#ifndef READERS_WRITERS_H
#define READERS_WRITERS_H
#include "../subject.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing;

static inline void read_begin(void)
{
	pthread_mutex_lock(&lock);
	while (writing)
		pthread_cond_wait(&changed, &lock);
	readers++;
	pthread_mutex_unlock(&lock);
}

static inline void read_end(void)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
	readers--;
#else
	readers--; /* the bug: the mutex is not held */
	pthread_mutex_lock(&lock);
#endif
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static inline void write_begin(void)
{
	pthread_mutex_lock(&lock);
	while (writing || readers > 0)
		pthread_cond_wait(&changed, &lock);
	writing = 1;
	pthread_mutex_unlock(&lock);
}

static inline void write_end(void)
{
	pthread_mutex_lock(&lock);
	writing = 0;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

#endif
