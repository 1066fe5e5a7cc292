/* SPDX-License-Identifier: Apache-2.0
 * signal_jump.c: siglongjmp out of a handler ends it and restores the mask, longjmp does not; also from an
 * alternate stack, out of a wait, and in two threads at once.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 50 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

static __thread sigjmp_buf back;
static __thread volatile sig_atomic_t armed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jumps;

static void handler(int signal)
{
	(void)signal;
	if (!armed)
		return;
	armed = 0;
	siglongjmp(back, 1);
}

static int blocked(void)
{
	sigset_t mask;

	CHECK(!pthread_sigmask(SIG_SETMASK, NULL, &mask));
	return sigismember(&mask, SIGUSR1);
}

static void with_mask(void)
{
	volatile int entered = 0;

	if (!sigsetjmp(back, 1)) {
		armed = 1;
		entered = 1;
		raise(SIGUSR1);
		CHECK(0);
	}
	CHECK(entered && !blocked());
}

static void without_mask(void)
{
	sigset_t set;

	if (!sigsetjmp(back, 0)) {
		armed = 1;
		raise(SIGUSR1);
		CHECK(0);
	}
	CHECK(blocked());
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	CHECK(!blocked());
}

static void *timeout(void *unused)
{
	stack_t alternate = {.ss_sp = malloc(65536), .ss_size = 65536};

	(void)unused;
	CHECK(!sigaltstack(&alternate, NULL));
	with_mask();
	if (!sigsetjmp(back, 1)) {
		armed = 1;
		for (;;)
			pause();
	}
	CHECK(!blocked());
	alternate.ss_flags = SS_DISABLE;
	CHECK(!sigaltstack(&alternate, NULL));
	free(alternate.ss_sp);
	pthread_mutex_lock(&mutex);
	jumps++;
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
	pthread_t t[2];

	CHECK(!sigaction(SIGUSR1, &action, NULL));
	with_mask();
	without_mask();
	for (int i = 0; i < 2; i++)
		CHECK(!pthread_create(&t[i], NULL, timeout, NULL));
	for (int i = 0; i < 2; i++)
		while (pthread_tryjoin_np(t[i], NULL)) {
			pthread_kill(t[i], SIGUSR1);
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		}
	CHECK(jumps == 2);
	return 0;
}
