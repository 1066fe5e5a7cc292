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
#include <sys/syscall.h>
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

/* Attributes may bring a mask; and the same by system calls that libc knows nothing of. */
static void *raw(void *unused)
{
	struct {
		void (*handler)(int);
		unsigned long flags;
		void (*restorer)(void);
		unsigned long mask;
	} action;
	sigset_t mask, pending;

	(void)unused;
	CHECK(!pthread_sigmask(SIG_SETMASK, NULL, &mask));
	CHECK(sigismember(&mask, SIGTERM) && !sigismember(&mask, SIGUSR1));
	CHECK(!syscall(SYS_tgkill, getpid(), gettid(), SIGTERM));
	sigemptyset(&pending);
	CHECK(!syscall(SYS_rt_sigpending, &pending, 8) && sigismember(&pending, SIGTERM));
	CHECK(sigtimedwait(&mask, NULL, &(struct timespec){0, 0}) == SIGTERM);
	CHECK(!syscall(SYS_rt_sigaction, SIGHUP, NULL, &action, 8) && action.handler == handler);
	handled = 0;
	CHECK(!syscall(SYS_tkill, gettid(), SIGHUP) && handled == SIGHUP);
	return NULL;
}

static void masks_of_attributes(void)
{
	pthread_attr_t attributes;
	sigset_t mask;
	pthread_t t;

	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	pthread_attr_init(&attributes);
	CHECK(!pthread_attr_setsigmask_np(&attributes, &mask));
	CHECK(!pthread_create(&t, &attributes, raw, NULL));
	pthread_attr_destroy(&attributes);
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
	masks_of_attributes();
	CHECK(!pthread_create(&t, NULL, endless, NULL));
	pthread_cancel(t);
	CHECK(!pthread_join(t, &result) && result == PTHREAD_CANCELED);
	return 0;
}
