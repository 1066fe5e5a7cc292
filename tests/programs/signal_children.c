/* SPDX-License-Identifier: Apache-2.0
 * signal_children.c: SIGCHLD from real children, handled while two threads work; a child finds the actions
 * and the mask of its parent.
 * EXPECT: passed
 * ARGS: -n 40
 * REPLAYS: 5
 * DETERMINISM: no */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

#define CHILDREN 3

static atomic_int reaped, sum;

static void reap(int signal)
{
	int saved = errno, status;

	(void)signal;
	while (waitpid(-1, &status, WNOHANG) > 0) {
		atomic_fetch_add(&sum, WEXITSTATUS(status));
		atomic_fetch_add(&reaped, 1);
	}
	errno = saved;
}

static void *worker(void *unused)
{
	(void)unused;
	for (int i = 0; i < 5; i++)
		atomic_load(&reaped);
	return NULL;
}

/* 1: all is as in the parent. */
static int inherited(void)
{
	struct sigaction action;
	sigset_t mask;

	return !sigaction(SIGUSR1, NULL, &action) && action.sa_handler == SIG_IGN &&
	       !sigaction(SIGCHLD, NULL, &action) && action.sa_handler == reap &&
	       !sigprocmask(SIG_SETMASK, NULL, &mask) && sigismember(&mask, SIGCHLD) &&
	       !sigismember(&mask, SIGTERM);
}

/* A program that is started finds the mask, too: SIGCHLD alone. */
static void spawned(void)
{
	char *argv[] = {"grep", "-q", "^SigBlk:[^1-9]*10000$", "/proc/self/status", NULL};
	int status;
	pid_t pid;

	CHECK(!posix_spawnp(&pid, "grep", NULL, NULL, argv, environ));
	CHECK(waitpid(pid, &status, 0) == pid && !status);
}

int main(void)
{
	struct sigaction action = {.sa_handler = reap, .sa_flags = SA_NOCLDSTOP};
	sigset_t chld, none;
	pthread_t t;

	CHECK(!sigaction(SIGCHLD, &action, NULL));
	CHECK(signal(SIGUSR1, SIG_IGN) != SIG_ERR);
	sigemptyset(&none);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	CHECK(!pthread_sigmask(SIG_BLOCK, &chld, NULL)); /* so the other thread never gets it */
	CHECK(!pthread_create(&t, NULL, worker, NULL));
	for (int i = 0; i < CHILDREN; i++) {
		pid_t child = fork();

		CHECK(child >= 0);
		if (!child)
			_exit(inherited());
	}
	while (atomic_load(&reaped) < CHILDREN)
		sigsuspend(&none);
	CHECK(atomic_load(&sum) == CHILDREN);
	spawned();
	pthread_join(t, NULL);
	return 0;
}
