/* SPDX-License-Identifier: Apache-2.0
 * race_bit_fields.c: neighbouring bit-fields share a byte, so two threads undo each other's writes.
 * EXPECT: assert */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
	unsigned left : 4, right : 4;
} pair;

static void *set_left(void *unused)
{
	(void)unused;
	pair.left = 5;
	return NULL;
}

static void *set_right(void *unused)
{
	(void)unused;
	pair.right = 6;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, set_left, NULL);
	pthread_create(&b, NULL, set_right, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pair.left == 5 && pair.right == 6);
	return 0;
}
