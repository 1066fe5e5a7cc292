/* SPDX-License-Identifier: Apache-2.0
 * robust_big_static.c: large static arrays, zero and not, are as they were at the start of each run.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>

enum { SIZE = 16 * 1024 * 1024, STEP = 64 * 1024 };

static char zeros[SIZE];
static char ones[256 * 1024] = {1, 1, 1};

static void *worker(void *unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof zeros; i += STEP)
		zeros[i]++;
	ones[1]++;
	ones[sizeof ones - 1]++;
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (size_t i = 0; i < sizeof zeros; i += STEP)
		if (zeros[i])
			return 1;
	if (ones[1] != 1 || ones[sizeof ones - 1])
		return 2;
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
