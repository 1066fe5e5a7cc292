/* SPDX-License-Identifier: Apache-2.0
 * An entry is freed while another thread reads it. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	int key;
	int value;
};

static struct entry *newest;
static int sum;

static void *a_reader_with_a_very_long_name_that_makes_lines_long(void *arg)
{
	(void)arg;
	if (newest)
		sum = newest->value;
	return NULL;
}

static void *an_evictor_with_a_very_long_name_that_makes_lines_long(void *arg)
{
	(void)arg;
	free(newest);
	newest = NULL;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	newest = calloc(1, sizeof *newest);
	pthread_create(&a, NULL, a_reader_with_a_very_long_name_that_makes_lines_long, NULL);
	pthread_create(&b, NULL, an_evictor_with_a_very_long_name_that_makes_lines_long, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return sum;
}
