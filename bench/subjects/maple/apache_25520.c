/* SPDX-License-Identifier: Apache-2.0
 * apache_25520.c: the workers of a web server put lines into one buffer of the access log.
 * IDIOM: 1
 * FAILS: assert
 * INPUT: 8
 * QUIET: 1 2 3 4
 * PAPER: 36 580.7 93 1544.2 3485 31688.0 12951 TO
 *
 * The bug: a line is copied to the end of the buffer and the end moved on without a lock: two lines
 * overlap. The root: access_log.used written => written, in log_line(). */
#include "../subject.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WORKERS = 3, SIZE = 512, PAGES = 4 };

static struct {
#ifdef FIXED
	pthread_mutex_t lock;
#endif
	char text[SIZE];
	size_t used;
} access_log;

static struct {
	pthread_mutex_t lock;
	unsigned hits[PAGES], misses;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
	pthread_mutex_t lock;
	int busy, served;
} board = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int input, requests;
static size_t expected[WORKERS]; /* bytes that each worker logged */

static void log_line(const char *line, size_t length)
{
#ifdef FIXED
	pthread_mutex_lock(&access_log.lock);
#endif
	if (access_log.used + length <= SIZE) {
		memcpy(access_log.text + access_log.used, line, length);
		access_log.used += length;
	}
#ifdef FIXED
	pthread_mutex_unlock(&access_log.lock);
#endif
}

static void look_up(unsigned page)
{
	pthread_mutex_lock(&cache.lock);
	if (cache.hits[page % PAGES]++ == 0)
		cache.misses++;
	pthread_mutex_unlock(&cache.lock);
}

static void show_busy(int change)
{
	pthread_mutex_lock(&board.lock);
	board.busy += change;
	if (change < 0)
		board.served++;
	pthread_mutex_unlock(&board.lock);
}

/* Only requests that are answered by a script are logged: with the inputs from 5 on, two workers have one. */
static int is_script(int me, int request)
{
	if (me == 0)
		return request == requests / 6;
	return me == 1 && input >= 5 && request == 5 * requests / 6;
}

static void *worker(void *argument)
{
	int me = (int)(size_t)argument;
	unsigned x = (unsigned)me;
	char line[32];

	for (int i = 0; i < requests; i++) {
		show_busy(1);
		x = subject_compute(x);
		look_up(x >> 8);
		if (is_script(me, i)) {
			int length = snprintf(line, sizeof line, "worker %d GET /%d\n", me, i);

			log_line(line, (size_t)length);
			expected[me] += (size_t)length;
		}
		show_busy(-1);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[WORKERS];
	size_t bytes = 0;

	input = subject_input(argc, argv, 8);
	requests = 6 + input;
#ifdef FIXED
	pthread_mutex_init(&access_log.lock, NULL);
#endif
	for (size_t i = 0; i < WORKERS; i++)
		threads[i] = subject_start(worker, (void *)i);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < WORKERS; i++)
		bytes += expected[i];
	assert(access_log.used == bytes);
	return 0;
}
