/* SPDX-License-Identifier: Apache-2.0
 * poll_masks.c: a signal that is let through only while the thread waits in ppoll, pselect or epoll_pwait
 * ends the wait with EINTR, after its handler has run, whenever it comes; also if its handler asks for
 * restarts. The mask is as before afterwards.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 30 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static pthread_t waiter;
static int empty[2];

static void handler(int signal)
{
	(void)signal;
	handled++;
}

static void *killer(void *unused)
{
	(void)unused;
	assert(!pthread_kill(waiter, SIGUSR1));
	return NULL;
}

static int by_ppoll(const sigset_t *mask)
{
	struct pollfd p = {.fd = empty[0], .events = POLLIN};

	return ppoll(&p, 1, NULL, mask);
}

static int by_pselect(const sigset_t *mask)
{
	fd_set set;

	FD_ZERO(&set);
	FD_SET(empty[0], &set);
	return pselect(empty[0] + 1, &set, NULL, NULL, NULL, mask);
}

static int by_epoll(const sigset_t *mask)
{
	int ep = epoll_create1(0), result, error;
	struct epoll_event e = {.events = EPOLLIN};

	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, empty[0], &e));
	result = epoll_pwait(ep, &e, 1, -1, mask);
	error = errno;
	close(ep);
	errno = error;
	return result;
}

int main(void)
{
	static int (*const waits[])(const sigset_t *) = {by_ppoll, by_pselect, by_epoll};
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
	sigset_t blocked, before, now;

	waiter = pthread_self();
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
	assert(!pipe(empty) && !sigaction(SIGUSR1, &action, NULL));
	assert(!pthread_sigmask(SIG_BLOCK, &blocked, &before));
	for (int i = 0; i < 3; i++) {
		pthread_t t;

		pthread_create(&t, NULL, killer, NULL);
		assert(handled == i);
		assert(waits[i](&before) == -1 && errno == EINTR && handled == i + 1);
		assert(!pthread_sigmask(SIG_BLOCK, NULL, &now) && sigismember(&now, SIGUSR1));
		pthread_join(t, NULL);
	}
	return 0;
}
