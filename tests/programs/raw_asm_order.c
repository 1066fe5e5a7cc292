/* SPDX-License-Identifier: Apache-2.0
 * raw_asm_order.c: a flag that is awaited in inline assembler is set before the data.
 * EXPECT: exit  EXPLAIN: none [14 19 24 25 35 36]
 * ARGS: -n 500
 * REPLAYS: 5
 * DETERMINISM: 3 */
#include <pthread.h>
#include <stddef.h>

static int flag, data;

static void set(int *word)
{
	__asm__ volatile("movl $1, %0" : "=m"(*word)::"memory");
}

static void await(const int *word)
{
	__asm__ volatile("1: pause\n\tcmpl $1, %0\n\tjne 1b" ::"m"(*word) : "memory", "cc");
}

static void *producer(void *arg)
{
	set(&flag);
	data = 42;
	return arg;
}

int main(void)
{
	pthread_t t;
	int got;

	pthread_create(&t, NULL, producer, NULL);
	await(&flag);
	got = data;
	pthread_join(t, NULL);
	return got != 42;
}
