/* SPDX-License-Identifier: Apache-2.0
 * robust_stdio_threads.c: stdio, locale and conversion functions from several threads at once.
 * EXPECT: passed */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *result)
{
	char text[64];

	setlocale(LC_ALL, "C");
	for (int i = 0; i < 5; i++) {
		snprintf(text, sizeof text, "%d %.2f %s", i, i / 4.0, "text");
		printf("%s\n", text);
		fflush(stdout);
		if (atoi(text) != i || strtod(text + 2, NULL) != i / 4.0)
			*(int *)result = 1;
	}
	char *copy = strdup(text);
	if (!copy || strcmp(copy, text))
		*(int *)result = 2;
	free(copy);
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	int results[3] = {0};

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, &results[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return results[0] || results[1] || results[2];
}
