/* SPDX-License-Identifier: Apache-2.0
 * raw_asm_lock.c: a spin lock in inline assembler, which nobody sees: whoever waits for it is interrupted.
 * EXPECT: passed
 * ARGS: -n 10
 * DETERMINISM: 3 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int lock_word, counter;

static void lock(int *word)
{
	int taken;

	do {
		taken = 1;
		__asm__ volatile("xchgl %0, %1\n\tpause" : "+r"(taken), "+m"(*word)::"memory");
	} while (taken);
}

static void unlock(int *word)
{
	__asm__ volatile("movl $0, %0" : "=m"(*word)::"memory");
}

static void *worker(void *arg)
{
	lock(&lock_word);
	counter++;
	sched_yield();
	counter++;
	unlock(&lock_word);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 4);
	return 0;
}
