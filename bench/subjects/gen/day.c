/* SPDX-License-Identifier: Apache-2.0
 *
 * After Day of JFreeChart (bug 15 of the paper): all threads share one calendar, here the text of a day,
 * which is made and then read. */
#include "day.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[16];

static void write_day(unsigned day)
{
	text[0] = 'd';
	text[1] = 0;
	text[2] = (char)('0' + day % 10);
	text[1] = (char)('0' + day / 10 % 10);
	text[3] = 0;
}

static int read_day(void)
{
	if (text[0] != 'd' || text[1] < '0' || text[1] > '9')
		abort();
	return (text[1] - '0') * 10 + text[2] - '0';
}

int day_round_trip(unsigned day)
{
	int result;

#ifdef FIXED
	pthread_mutex_lock(&lock);
#else
	(void)lock;
#endif
	write_day(day);
	result = read_day();
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return result;
}

unsigned day_next(unsigned day)
{
	return day + 1;
}
