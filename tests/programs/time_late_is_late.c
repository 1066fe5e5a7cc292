/* SPDX-License-Identifier: Apache-2.0
 * time_late_is_late.c: with late time-outs a sleep does not end while a thread works that
 * yields, reads more than it writes, or makes many steps or accesses.
 * EXPECT: passed
 * FINDS: race
 * NATIVE: no
 * ARGS: --timeouts late -n 60 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define CELLS 3000

static atomic_int cells[CELLS], yielded, sum;
static int done;

static void *worker(void *arg)
{
	int own[100] = {0}, s = 0;

	for (int i = 0; i < 100; i++) {
		yielded++;
		sched_yield();
	}
	for (int i = 0; i < CELLS; i++)
		s += cells[i];
	for (int i = 0; i < 300000; i++)
		own[i % 100] += i;
	for (int i = 0; i < 6000; i++)
		sum += own[i % 100];
	done = s + 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	sleep(1);
	assert(done);
	pthread_join(t, NULL);
	return 0;
}
