/* SPDX-License-Identifier: Apache-2.0
 * Functions of libc that keep something for all threads, used under a lock; racy: without it.
 * TSAN: no */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "race.h"

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void cut(char *text)
{
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) /* race */
		use(word[0]);						     /* race */
}

static void use_all(int lock)
{
	char text[] = "one two"; /* race */
	time_t now = 86400L * 365;

	pthread_mutex_lock(&locks[lock]);
	cut(text);
	use(gmtime(&now)->tm_year);	    /* race */
	use(ctime(&now)[0]);		    /* race */
	use(getenv("HOME") != NULL);	    /* race */
	use(setenv("HEDDLE_TEST", "1", 1)); /* race */
	pthread_mutex_unlock(&locks[lock]);
}

THREAD(one)
{
	use_all(0);
}

THREAD(two)
{
	use_all(RACY_OR(1, 0));
}

int main(void)
{
	RUN(one, two);
	return 0;
}
