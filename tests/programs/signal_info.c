/* SPDX-License-Identifier: Apache-2.0
 * signal_info.c: what a signal brings with it (code, sender, value), by each way to send one and each way to
 * take one.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define QUEUED (SIGRTMIN + 1)

static siginfo_t last;

static void handle(int signal, siginfo_t *info, void *context)
{
	(void)signal, (void)context;
	last = *info;
}

static void check(int signal, int code)
{
	assert(last.si_signo == signal && last.si_code == code);
	assert(last.si_pid == getpid() && last.si_uid == getuid());
	memset(&last, 0x55, sizeof last);
}

static void check_taken(int signal, int code)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	assert(sigwaitinfo(&set, &last) == signal);
	check(signal, code);
}

static void check_handled(void)
{
	const union sigval value = {.sival_int = 42};
	siginfo_t own = {.si_signo = QUEUED, .si_code = SI_MESGQ};

	raise(SIGUSR1);
	check(SIGUSR1, SI_TKILL);
	kill(getpid(), SIGUSR1);
	check(SIGUSR1, SI_USER);
	pthread_kill(pthread_self(), SIGUSR1);
	check(SIGUSR1, SI_TKILL);
	sigqueue(getpid(), QUEUED, value);
	assert(last.si_value.sival_int == 42);
	check(QUEUED, SI_QUEUE);
	own.si_value.sival_int = 7;
	own.si_pid = getpid();
	own.si_uid = getuid();
	assert(!syscall(SYS_rt_sigqueueinfo, getpid(), QUEUED, &own));
	assert(last.si_value.sival_int == 7);
	check(QUEUED, SI_MESGQ);
}

int main(void)
{
	struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
	const union sigval value = {.sival_int = 42};
	sigset_t all;

	sigaction(SIGUSR1, &action, NULL);
	sigaction(QUEUED, &action, NULL);
	check_handled();
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	raise(SIGUSR1);
	check_taken(SIGUSR1, SI_USER); /* libc says so */
	pthread_kill(pthread_self(), SIGUSR2);
	check_taken(SIGUSR2, SI_USER);
	sigqueue(getpid(), SIGUSR1, value);
	check_taken(SIGUSR1, SI_QUEUE);
	return 0;
}
