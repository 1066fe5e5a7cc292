/* SPDX-License-Identifier: Apache-2.0
 * race_two_flags_entered.c: each thread looks at the flag of the other before it sets its own.
 * EXPECT: assert  EXPLAIN: 15 17 [27 28 29 30 31 38 39 40 41]
 * DETERMINISM: no */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool inside[2];
static volatile int in_section, most;

static void enter(int me)
{
	while (atomic_load(&inside[!me]))
		;
	atomic_store(&inside[me], true);
}

static void leave(int me)
{
	atomic_store(&inside[me], false);
}

static void *p0(void *x)
{
	enter(0);
	in_section++;
	if (in_section > most)
		most = in_section;
	in_section--;
	leave(0);
	return x;
}

static void *p1(void *x)
{
	enter(1);
	in_section++;
	assert(in_section == 1);
	in_section--;
	leave(1);
	return x;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, p0, NULL);
	pthread_create(&b, NULL, p1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
