/* SPDX-License-Identifier: Apache-2.0
 * robust_constructors.c: what constructors set up before main is there in each run, as they left it.
 * EXPECT: passed */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *name;
static int calls;

__attribute__((constructor)) static void set_up(void)
{
	name = strdup("constructed");
	calls++;
}

static void *worker(void *unused)
{
	(void)unused;
	name[0] = 'C';
	return NULL;
}

int main(void)
{
	pthread_t t;

	if (calls != 1 || strcmp(name, "constructed"))
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	if (strcmp(name, "Constructed"))
		return 2;
	free(name);
	name = NULL;
	calls++;
	return 0;
}
