/* SPDX-License-Identifier: Apache-2.0
 * order_once_by_hand.c: a flag says that a table is made when it is only begun: the other thread reads
 * half of it.
 * EXPECT: exit  EXPLAIN: 14 28 [19] */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag begun = ATOMIC_FLAG_INIT;
static int crc_table[4];
static void build_table(void)
{
	for (int i = 1; i <= 4; i++)
		crc_table[i - 1] = i * 7;
}

static void ensure_table(void)
{
	if (!atomic_flag_test_and_set(&begun))
		build_table();
}

static void *sum(void *result)
{
	ensure_table();
	int s = 0;
	for (int i = 0; i < 4; i++)
		s += crc_table[i];
	*(int *)result = s;
	return NULL;
}

int main(void)
{
	int x = 0, y = 0;
	pthread_t a, b;
	pthread_create(&a, NULL, sum, &x);
	pthread_create(&b, NULL, sum, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	if (x != y) {
		printf("sums differ: %d and %d\n", x, y);
		return 3;
	}
	return 0;
}
