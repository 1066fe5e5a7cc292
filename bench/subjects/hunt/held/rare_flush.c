/* SPDX-License-Identifier: Apache-2.0
 * rare_flush.c: two threads log into one buffer, which is flushed when it is full: twice in four thousand
 * lines.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in flush(): the number of lines is read, written out and only then set to zero, in two critical
 * sections. A line that the other thread adds in between is lost. */
#include "../../subject.h"
#include <assert.h>

#define LINES 2000
#define FULL  1900

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines, written;

static void flush(void)
{
	pthread_mutex_lock(&lock);
	written += lines;
#ifndef FIXED
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock); /* the bug: what comes in between is dropped */
#endif
	lines = 0;
	pthread_mutex_unlock(&lock);
}

static void add(void)
{
	int full;

	pthread_mutex_lock(&lock);
	full = ++lines == FULL;
	pthread_mutex_unlock(&lock);
	if (full)
		flush();
}

static void *logger(void *unused)
{
	for (int i = 0; i < LINES; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t a = subject_start(logger, NULL), b = subject_start(logger, NULL);

	pthread_join(a, NULL);
	pthread_join(b, NULL);
	flush();
	assert(written == 2 * LINES);
	return 0;
}
