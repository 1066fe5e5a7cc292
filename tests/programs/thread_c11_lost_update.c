/* SPDX-License-Identifier: Apache-2.0
 * thread_c11_lost_update.c: two C11 threads count without a lock.
 * EXPECT: assert  EXPLAIN: 12 */
#include <assert.h>
#include <threads.h>

static int counter;

static int add(void *arg)
{
	(void)arg;
	counter++;
	return 0;
}

int main(void)
{
	thrd_t a, b;

	thrd_create(&a, add, NULL);
	thrd_create(&b, add, NULL);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	assert(counter == 2);
	return 0;
}
