/* SPDX-License-Identifier: Apache-2.0
 * race_string.c: a name is checked with strlen and then copied, while another thread makes it longer.
 * EXPECT: heap-overflow  EXPLAIN: 13 22 25 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[32] = "short";

static void *rename_it(void *unused)
{
	(void)unused;
	strcpy(name, "a name that is much longer");
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, rename_it, NULL);
	char *volatile copy = malloc(strlen(name) + 1);
	if (!copy)
		abort();
	strcpy(copy, name);
	free(copy);
	pthread_join(t, NULL);
	return 0;
}
