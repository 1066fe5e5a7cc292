/* SPDX-License-Identifier: Apache-2.0
 * time_sleeps_beside_workers.c: main lets threads compute for a second and then stops them. They hardly ever
 * come to a scheduling point, and never yield, so virtual time has to pass with what they do.
 * EXPECT: passed
 * ARGS: -n 1 --timeouts late --timeout 30
 * DETERMINISM: no */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#define WORK 300000 /* rounds of some nanoseconds between two looks at the flag */

static atomic_int stop;

static void *worker(void *unused)
{
	unsigned long state = 1;

	while (!atomic_load(&stop))
		for (int i = 0; i < WORK; i++)
			__asm__ volatile("imul $3, %0, %0" : "+r"(state));
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	sleep(1);
	atomic_store(&stop, 1);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
