/* SPDX-License-Identifier: Apache-2.0
 * thread_flockfile.c: a stream's lock is recursive, excludes other threads, and protects what they print.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int inside;

static void *print(void *arg)
{
	flockfile(stdout);
	assert(ftrylockfile(stdout) == 0);
	assert(inside++ == 0);
	for (const char *s = arg; *s; s++)
		putc_unlocked(*s, stdout);
	putc_unlocked('\n', stdout);
	inside--;
	funlockfile(stdout);
	funlockfile(stdout);
	return NULL;
}

static void *try_only(void *arg)
{
	if (!ftrylockfile(stdout)) {
		assert(inside == 0);
		funlockfile(stdout);
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, print, "first");
	pthread_create(&t[1], NULL, print, "second");
	pthread_create(&t[2], NULL, try_only, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
