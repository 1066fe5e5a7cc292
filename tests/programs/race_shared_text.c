/* SPDX-License-Identifier: Apache-2.0
 * race_shared_text.c: a function formats into one buffer for all threads, so that they get each other's text.
 * EXPECT: assert  EXPLAIN: 15 23
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *describe(int number)
{
	static char text[16];

	snprintf(text, sizeof text, "number %d", number);
	return text;
}

static void *work(void *number)
{
	const char *text = describe(*(int *)number);

	assert(text[7] == '0' + *(int *)number);
	return NULL;
}

int main(void)
{
	int numbers[] = {1, 2};
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &numbers[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
