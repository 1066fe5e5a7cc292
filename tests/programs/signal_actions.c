/* SPDX-License-Identifier: Apache-2.0
 * signal_actions.c: flags of actions, masks in handlers, nested handlers, alternate stacks, what is pending.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 30 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

static volatile sig_atomic_t depth, deepest, count, on_stack, code, value;
static char stack[65536];

static sigset_t set_of(int signal)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	return set;
}

static int blocked(int signal)
{
	sigset_t mask;

	CHECK(!pthread_sigmask(SIG_SETMASK, NULL, &mask));
	return sigismember(&mask, signal);
}

static void plain(int signal)
{
	count++;
	CHECK(blocked(signal));
}

static void reraise(int signal)
{
	depth++;
	deepest = depth > deepest ? depth : deepest;
	count++;
	if (count < 3)
		raise(signal);
	depth--;
}

static void nest(int signal)
{
	if (signal == SIGUSR1) {
		CHECK(blocked(SIGUSR1) && blocked(SIGHUP) && !blocked(SIGUSR2));
		raise(SIGUSR2);
		CHECK(count == 1);
	} else {
		CHECK(blocked(SIGUSR1) && blocked(SIGUSR2));
		count++;
	}
}

static void full(int signal, siginfo_t *info, void *context)
{
	char here;

	CHECK(info->si_signo == signal && context);
	on_stack = &here >= stack && &here < stack + sizeof stack;
	code = info->si_code;
	value = info->si_value.sival_int;
	errno = 77;
}

static void install(int signal, void (*handler)(int), int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGHUP);
	CHECK(!sigaction(signal, &action, NULL));
}

static void flags(void)
{
	struct sigaction action;

	install(SIGUSR1, plain, 0);
	CHECK(!raise(SIGUSR1) && count == 1 && !blocked(SIGUSR1) && !blocked(SIGHUP));
	install(SIGUSR1, plain, (int)SA_RESETHAND);
	CHECK(!kill(getpid(), SIGUSR1) && count == 2);
	CHECK(!sigaction(SIGUSR1, NULL, &action) && action.sa_handler == SIG_DFL);
	count = 0;
	install(SIGUSR1, reraise, SA_NODEFER);
	CHECK(!raise(SIGUSR1) && count == 3 && deepest == 3);
	count = deepest = 0;
	install(SIGUSR1, reraise, 0);
	CHECK(!raise(SIGUSR1) && count == 3 && deepest == 1);
	count = 0;
	install(SIGUSR1, nest, 0);
	install(SIGUSR2, nest, 0);
	CHECK(!pthread_kill(pthread_self(), SIGUSR1) && count == 1);
	CHECK(signal(SIGUSR1, SIG_IGN) == nest && !raise(SIGUSR1));
	CHECK(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
	CHECK(sigaction(99, NULL, &action) == -1 && errno == EINVAL);
}

static void pending(void)
{
	sigset_t set = set_of(SIGUSR1), got;

	count = 0;
	install(SIGUSR1, plain, 0);
	CHECK(!sigprocmask(SIG_BLOCK, &set, NULL));
	raise(SIGUSR1);
	kill(getpid(), SIGUSR1);
	CHECK(count == 0 && !sigpending(&got) && sigismember(&got, SIGUSR1));
	CHECK(!sigprocmask(SIG_UNBLOCK, &set, NULL));
	CHECK(count == 2); /* one for the thread, one for the process */
	CHECK(!sigpending(&got) && !sigismember(&got, SIGUSR1));
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	CHECK(signal(SIGUSR1, SIG_IGN) != SIG_ERR); /* takes back what is pending */
	CHECK(!sigpending(&got) && !sigismember(&got, SIGUSR1));
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void information(void)
{
	struct sigaction action = {.sa_sigaction = full, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack}, old;

	CHECK(!sigaction(SIGUSR1, &action, NULL));
	CHECK(!sigaltstack(NULL, &old) && old.ss_flags & SS_DISABLE);
	CHECK(!raise(SIGUSR1) && !on_stack && code == SI_TKILL);
	CHECK(!sigaltstack(&alternate, NULL));
	errno = 0;
	CHECK(!kill(getpid(), SIGUSR1) && on_stack && code == SI_USER);
	CHECK(errno == 77); /* a handler that changes errno does so for everybody */
	CHECK(!sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 5}));
	CHECK(on_stack && code == SI_QUEUE && value == 5);
	alternate.ss_flags = SS_DISABLE;
	CHECK(!sigaltstack(&alternate, &old) && old.ss_sp == stack);
	CHECK(!raise(SIGUSR1) && !on_stack);
}

static volatile sig_atomic_t order[8], norder;

static void note(int signal, siginfo_t *info, void *context)
{
	(void)context;
	order[norder++] = (signal - SIGRTMIN) * 10 + info->si_value.sival_int;
}

/* Real-time signals queue, and come lowest first. */
static void realtime(void)
{
	struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
	sigset_t both = set_of(SIGRTMIN), old;

	sigfillset(&action.sa_mask);
	sigaddset(&both, SIGRTMIN + 1);
	CHECK(!sigaction(SIGRTMIN, &action, NULL) && !sigaction(SIGRTMIN + 1, &action, NULL));
	CHECK(!pthread_sigmask(SIG_BLOCK, &both, &old));
	for (int i = 1; i <= 2; i++) {
		CHECK(!sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = i}));
		CHECK(!pthread_sigqueue(pthread_self(), SIGRTMIN, (union sigval){.sival_int = i}));
	}
	CHECK(!pthread_sigmask(SIG_SETMASK, &old, NULL));
	CHECK(norder == 4);
	/* Linux begins with the lowest and interrupts it by the next before it has done anything. */
	for (int i = 0; i < 4; i++)
		CHECK(order[i] == 1 || order[i] == 2 || order[i] == 11 || order[i] == 12);
}

int main(void)
{
	flags();
	pending();
	information();
	realtime();
	return 0;
}
