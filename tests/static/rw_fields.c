/* SPDX-License-Identifier: Apache-2.0
 * rw_fields.c: fields of one structure are told apart, also when it is reached through a pointer.
 * PAIR: RW must write:17 read:24
 */
#include <pthread.h>
#include <stdlib.h>

struct pair {
	int first, second, third;
};

static void *left(void *arg)
{
	struct pair *p = arg;

	p->first = 1;
	p->third = 1;
	return NULL;
}

static void *right(void *arg)
{
	struct pair *p = arg;
	p->second = p->third;
	return NULL;
}

int main(void)
{
	struct pair *p = calloc(1, sizeof *p);
	pthread_t a, b;

	pthread_create(&a, NULL, left, p);
	pthread_create(&b, NULL, right, p);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return p->first + p->second == 0;
}
