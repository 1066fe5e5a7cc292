/* SPDX-License-Identifier: Apache-2.0
 * rw_array.c: elements of an array inside of a structure are one; what is beside the array is apart.
 * PAIR: RW may write:19 write:19
 * PAIR: RW may write:19 read:26
 */
#include <pthread.h>

static struct {
	int before;
	int slot[40];
	int after;
} table;

static void *fill(void *arg)
{
	long n = (long)arg;

	for (long i = n; i < 40; i += 2)
		table.slot[i] = 1;
	return NULL;
}

static void *look(void *arg)
{
	(void)arg;
	table.after = table.slot[7] + table.before;
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, fill, (void *)0);
	pthread_create(&b, NULL, fill, (void *)1);
	pthread_create(&c, NULL, look, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
