/* SPDX-License-Identifier: Apache-2.0
 * order_main_returns.c: main returns while a detached thread still counts; the thread takes for granted that
 * it can finish before an exit handler closes the books. It goes on after main's last operation.
 * EXPECT: assert  EXPLAIN: 13 20 [31] */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int closed, entries;

static void close_books(void)
{
	closed = 1;
}

static void *count(void *unused)
{
	for (int i = 0; i < 5; i++)
		entries++;
	assert(!closed);
	return unused;
}

int main(void)
{
	pthread_t t;

	atexit(close_books);
	pthread_create(&t, NULL, count, NULL);
	pthread_detach(t);
	return 0;
}
