/* SPDX-License-Identifier: Apache-2.0
 *
 * A rotating log in variables. What its critical section uses of the array is more than is kept of any. With
 * -DSPLIT the number of lines is read in two critical sections. */
#include "split.h"

#include <string.h>

#define LINES 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char lines[LINES][16];
static unsigned next, turns;

static void put_line(const char *text)
{
	pthread_mutex_lock(&lock);
	strncpy(lines[next], text, sizeof lines[0] - 1);
	if (++next == LINES) {
		next = 0;
		turns++;
	}
	pthread_mutex_unlock(&lock);
}

static unsigned nlines(void)
{
	unsigned n;

	pthread_mutex_lock(&lock);
	n = next;
	SPLIT_HERE(&lock);
	n += LINES * turns;
	pthread_mutex_unlock(&lock);
	return n;
}

static void *writer(void *unused)
{
	for (int i = 0; i < LINES + 2; i++)
		put_line("all is well");
	return unused;
}

static void *reader(void *unused)
{
	use((int)nlines());
	use((int)nlines());
	return unused;
}

int main(void)
{
	return two_threads(writer, NULL, reader, NULL);
}
