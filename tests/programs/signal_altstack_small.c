/* SPDX-License-Identifier: Apache-2.0
 * signal_altstack_small.c: the smallest alternate stack that the kernel takes is enough for a handler that is
 * interrupted by other threads, and nothing outside of it is written; sizes and flags that the kernel does
 * not take are refused.
 * EXPECT: passed
 * NATIVE: no
 * FLAGS: -Wl,-z,now */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SIZE   2048 /* natively too little on processors with large registers: the kernel stores them there */
#define AROUND 8192

static unsigned char memory[AROUND + SIZE + AROUND] __attribute__((aligned(64)));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, was_inside, was_on;

static void handle(int signal)
{
	unsigned char here;
	stack_t now;

	was_inside = &here >= memory + AROUND && &here < memory + AROUND + SIZE;
	if (!pthread_mutex_trylock(&lock))
		pthread_mutex_unlock(&lock);
	__atomic_add_fetch(&shared, signal, __ATOMIC_SEQ_CST);
	was_on = !sigaltstack(NULL, &now) && now.ss_flags == SS_ONSTACK && now.ss_size == SIZE;
	assert(sigaltstack(&now, NULL) == -1 && errno == EPERM);
}

static void *count(void *unused)
{
	__atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
	return unused;
}

static void refused(int flags, size_t size, int error)
{
	stack_t stack = {.ss_sp = memory + AROUND, .ss_size = size, .ss_flags = flags};

	errno = 0;
	assert(sigaltstack(&stack, NULL) == -1 && errno == error);
}

int main(void)
{
	stack_t stack = {.ss_sp = memory + AROUND, .ss_size = SIZE}, off = {.ss_flags = SS_DISABLE}, old;
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
	pthread_t thread;

	refused(0, SIZE - 1, ENOMEM);
	refused(SS_DISABLE + 1, SIZE, EINVAL);
	refused(SS_DISABLE | SS_ONSTACK, SIZE, EINVAL);
	memset(memory, 0xcc, sizeof memory);
	assert(!sigaltstack(&stack, &old) && old.ss_flags == SS_DISABLE);
	sigaction(SIGUSR1, &action, NULL);
	assert(!pthread_create(&thread, NULL, count, NULL));
	raise(SIGUSR1);
	assert(!pthread_join(thread, NULL));
	assert(was_inside && was_on);
	for (unsigned i = 0; i < AROUND; i++)
		assert(memory[i] == 0xcc && memory[AROUND + SIZE + i] == 0xcc);
	assert(!sigaltstack(&off, &old) && old.ss_sp == memory + AROUND && !old.ss_flags);
	return 0;
}
