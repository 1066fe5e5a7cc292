/* SPDX-License-Identifier: Apache-2.0
 * robust_optimised.c: with -O2, gcc jumps into the runtime instead of calling; the code is known anyway.
 * EXPECT: passed
 * FLAGS: -O2
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_int counter;

static void *worker(void *arg)
{
	int times = *(unsigned char *)arg;

	for (int i = 0; i < times; i++)
		atomic_fetch_add(&counter, 1);
	return NULL;
}

int main(void)
{
	FILE *f = fopen("/dev/urandom", "r");
	unsigned char byte;
	pthread_t t;

	assert(f && fread(&byte, 1, 1, f) == 1);
	fclose(f);
	assert(!pthread_create(&t, NULL, worker, &byte));
	pthread_join(t, NULL);
	assert(counter == byte);
	return 0;
}
