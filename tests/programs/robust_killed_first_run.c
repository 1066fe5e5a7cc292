/* SPDX-License-Identifier: Apache-2.0
 * robust_killed_first_run.c: the first run finds that memory is shared, and is killed from outside.
 * EXPECT: crash  EXPLAIN: 20
 * ARGS: -n 1
 * REPLAYS: 3
 * DETERMINISM: no
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static volatile long first, second;

static void *work(void *unused)
{
	for (int i = 0; i < 200; i++) {
		first = first + 1;
		second = second + first;
	}
	return system("kill -9 $PPID") ? NULL : unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	for (int i = 0; i < 200; i++) {
		second = second + 1;
		first = first + second;
	}
	pthread_join(thread, NULL);
	return 0;
}
