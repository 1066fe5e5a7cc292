/* SPDX-License-Identifier: Apache-2.0
 * A value goes from the first to the third thread by way of the second, by two different means; racy: the
 * second does not wait for the first. */
#include <semaphore.h>
#include <stdatomic.h>

#include "race.h"

static sem_t first_done;
static atomic_int second_done;
static int value;

THREAD(first)
{
	value = 1; /* race */
	sem_post(&first_done);
}

THREAD(second)
{
	if (RACY_OR(false, true))
		sem_wait(&first_done);
	atomic_store_explicit(&second_done, 1, memory_order_release);
}

THREAD(third)
{
	while (!atomic_load_explicit(&second_done, memory_order_acquire))
		sched_yield();
	use(value); /* race */
}

int main(void)
{
	sem_init(&first_done, 0, 0);
	RUN(third, second, first);
	sem_destroy(&first_done);
	return 0;
}
