/* SPDX-License-Identifier: Apache-2.0
 * log_proc_sweep.c: processors write a summary to a log, which a sweeper closes after a while.
 * IDIOM: 1
 * FAILS: crash
 * INPUT: 8
 * PAPER: 11 16.5 1 0.6 98511 TO 10169 8188.6
 *
 * The bug: a processor asks whether the log is open before it takes the lock; closed in between, there
 * is no buffer any more. The root: log.text written by the sweeper => read by write_line(). */
#include "../subject.h"
#include <stdio.h>
#include <string.h>

enum { PROCESSORS = 2, SEGMENTS = 3, SIZE = 256 };

static struct {
	pthread_mutex_t lock;
	int open;
	char *text; /* NULL when it is closed */
	size_t used;
} log = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
	pthread_mutex_t lock;
	unsigned requests, bytes, kinds[3];
} statistics = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
	pthread_mutex_t lock;
	unsigned age, swept;
} segments[SEGMENTS];

static int requests;

static void write_line(const char *line)
{
	size_t length = strlen(line);

#ifdef FIXED
	pthread_mutex_lock(&log.lock);
	if (!log.open) {
		pthread_mutex_unlock(&log.lock);
		return;
	}
#else
	if (!log.open)
		return;
	pthread_mutex_lock(&log.lock);
#endif
	if (log.used + length < SIZE) {
		memcpy(log.text + log.used, line, length);
		log.used += length;
	}
	pthread_mutex_unlock(&log.lock);
}

static void count(unsigned request, int kind)
{
	pthread_mutex_lock(&statistics.lock);
	statistics.requests++;
	if (kind == 1)
		statistics.bytes += request % 1000;
	if (kind == 2)
		statistics.kinds[request % 3]++;
	pthread_mutex_unlock(&statistics.lock);
}

static void *processor(void *argument)
{
	unsigned request = (unsigned)(size_t)argument;
	char line[40];

	for (int i = 0; i < requests; i++) {
		request = subject_compute(request);
		count(request, i % 3);
		pthread_mutex_lock(&segments[i % SEGMENTS].lock);
		segments[i % SEGMENTS].age++;
		pthread_mutex_unlock(&segments[i % SEGMENTS].lock);
	}
	snprintf(line, sizeof line, "%u done\n", request % 1000);
	write_line(line);
	return NULL;
}

static void *sweeper(void *unused)
{
	for (int i = 0; i < SEGMENTS; i++) {
		pthread_mutex_lock(&segments[i].lock);
		segments[i].swept += segments[i].age;
		segments[i].age = 0;
		pthread_mutex_unlock(&segments[i].lock);
	}
	pthread_mutex_lock(&log.lock);
	log.open = 0;
	free(log.text);
	log.text = NULL;
	pthread_mutex_unlock(&log.lock);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[PROCESSORS], sweeping;

	requests = 3 + 2 * subject_input(argc, argv, 8);
	log.text = malloc(SIZE);
	log.open = 1;
	for (int i = 0; i < SEGMENTS; i++)
		pthread_mutex_init(&segments[i].lock, NULL);
	for (size_t i = 0; i < PROCESSORS; i++)
		threads[i] = subject_start(processor, (void *)i);
	sweeping = subject_start(sweeper, NULL);
	for (int i = 0; i < PROCESSORS; i++)
		pthread_join(threads[i], NULL);
	pthread_join(sweeping, NULL);
	return 0;
}
