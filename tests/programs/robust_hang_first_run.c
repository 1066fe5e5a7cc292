/* SPDX-License-Identifier: Apache-2.0
 * robust_hang_first_run.c: the first run ends in an endless loop of the only thread that is left.
 * EXPECT: hang  EXPLAIN: 32|33
 * ARGS: --timeout 3 -n 1
 * REPLAYS: 2
 * DETERMINISM: no
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>

static volatile long first, second;

static void *work(void *unused)
{
	for (int i = 0; i < 200; i++) {
		first = first + 1;
		second = second + first;
	}
	return unused;
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
	for (;;)
		first = first + second;
}
