/* SPDX-License-Identifier: Apache-2.0
 * signal_sigwait.c: all threads block some signals, one waits for them; masks are inherited. Also
 * sigtimedwait, sigwaitinfo that another signal interrupts, and a thread that is cancelled in sigwait.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 50 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
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

static sigset_t set;
static int seen[2];

static void *waiter(void *unused)
{
	sigset_t mask;
	int signal;

	(void)unused;
	CHECK(!pthread_sigmask(SIG_SETMASK, NULL, &mask) && sigismember(&mask, SIGUSR1));
	do {
		CHECK(!sigwait(&set, &signal));
		seen[signal == SIGUSR2]++;
	} while (signal != SIGUSR2);
	return NULL;
}

static void *sender(void *unused)
{
	(void)unused;
	CHECK(!kill(getpid(), SIGUSR1));
	return NULL;
}

static void process_directed(void)
{
	pthread_t w, s[2];

	CHECK(!pthread_create(&w, NULL, waiter, NULL));
	for (int i = 0; i < 2; i++)
		CHECK(!pthread_create(&s[i], NULL, sender, NULL));
	for (int i = 0; i < 2; i++)
		pthread_join(s[i], NULL);
	CHECK(!pthread_kill(w, SIGUSR2));
	pthread_join(w, NULL);
	while (sigtimedwait(&set, NULL, &(struct timespec){0, 0}) == SIGUSR1)
		seen[0]++; /* the waiter saw SIGUSR2 first */
	CHECK(seen[1] == 1 && (seen[0] == 1 || seen[0] == 2));
}

static volatile sig_atomic_t handled;

static void handler(int signal)
{
	handled = signal;
}

static void *timed(void *unused)
{
	struct timespec soon = {.tv_nsec = 1000000};
	siginfo_t info;
	int got = sigtimedwait(&set, &info, &soon);

	(void)unused;
	while (got < 0) {
		CHECK(errno == EAGAIN || (errno == EINTR && handled == SIGHUP));
		got = sigwaitinfo(&set, &info);
	}
	CHECK(got == SIGUSR1 && info.si_code == SI_QUEUE && info.si_value.sival_int == 42);
	return NULL;
}

static void interrupted(void)
{
	struct sigaction action = {.sa_handler = handler};
	sigset_t hup;
	pthread_t t;

	sigaction(SIGHUP, &action, NULL);
	CHECK(!pthread_create(&t, NULL, timed, NULL));
	sigemptyset(&hup);
	sigaddset(&hup, SIGHUP);
	CHECK(!pthread_sigmask(SIG_BLOCK, &hup, NULL)); /* so it is t who takes it */
	CHECK(!kill(getpid(), SIGHUP));
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	CHECK(!pthread_sigqueue(t, SIGUSR1, (union sigval){.sival_int = 42}));
	pthread_join(t, NULL);
}

static void *endless(void *unused)
{
	int signal;

	(void)unused;
	sigwait(&set, &signal);
	return NULL;
}

int main(void)
{
	void *result;
	pthread_t t;

	seen[0] = seen[1] = 0;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	CHECK(!pthread_sigmask(SIG_BLOCK, &set, NULL));
	process_directed();
	interrupted();
	CHECK(!pthread_create(&t, NULL, endless, NULL));
	pthread_cancel(t);
	CHECK(!pthread_join(t, &result) && result == PTHREAD_CANCELED);
	return 0;
}
