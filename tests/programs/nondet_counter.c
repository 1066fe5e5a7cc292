/* SPDX-License-Identifier: Apache-2.0
 * nondet_counter.c: threads decide by the processor's time stamp counter, by the bytes that the kernel gives
 * to each process and by the value that guards stack frames. A child, which is not controlled, reads the
 * counter, too.
 * EXPECT: passed
 * ARGS: -n 40
 * DETERMINISM: 30 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counters[2];

static uint64_t guard(void)
{
	uint64_t value;

	__asm__("movq %%fs:40, %0" : "=r"(value));
	return value;
}

static uint64_t toss(void)
{
	const unsigned char *bytes = (const unsigned char *)getauxval(AT_RANDOM);
	unsigned processor;
	uint64_t before = __rdtsc(), after = __rdtscp(&processor);

	assert(after > before);
	return (after - before) / 7 + before / 1000 + bytes[3] + (guard() >> 20);
}

static void *work(void *unused)
{
	for (int i = 0; i < 3; i++) {
		int which = (int)(toss() % 2);

		pthread_mutex_lock(&locks[which]);
		counters[which]++;
		pthread_mutex_unlock(&locks[which]);
	}
	return unused;
}

static void look_in_child(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct timespec now;
		uint64_t ticks = __rdtsc();

		clock_gettime(CLOCK_MONOTONIC, &now);
		_exit(__rdtsc() >= ticks ? 0 : 1);
	}
	assert(waitpid(pid, &status, 0) == pid && !status);
	assert(system("date >/dev/null") == 0);
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(counters[0] + counters[1] == 6);
	look_in_child();
	return 0;
}
