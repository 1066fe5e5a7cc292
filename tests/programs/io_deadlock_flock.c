/* SPDX-License-Identifier: Apache-2.0
 * io_deadlock_flock.c: two threads lock two files, each in its own order.
 * EXPECT: deadlock  EXPLAIN: 11 [12]
 * ARGS: -n 300 */
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>

static int locked_twice(FILE *files[2])
{
	return flock(fileno(files[0]), LOCK_EX) || flock(fileno(files[1]), LOCK_EX) ||
	       flock(fileno(files[1]), LOCK_UN) || flock(fileno(files[0]), LOCK_UN);
}

/* Each thread has the files open by itself: locks belong to who opened. */
static FILE *again(FILE *file)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
	return fopen(path, "r+");
}

static FILE *a, *b;

static void *other(void *unused)
{
	FILE *files[2] = {again(b), again(a)};

	(void)unused;
	return locked_twice(files) ? files[0] : NULL;
}

int main(void)
{
	FILE *files[2];
	pthread_t t;
	void *wrong;

	a = files[0] = tmpfile();
	b = files[1] = tmpfile();
	pthread_create(&t, NULL, other, NULL);
	if (locked_twice(files))
		return 1;
	pthread_join(t, &wrong);
	return wrong != NULL;
}
