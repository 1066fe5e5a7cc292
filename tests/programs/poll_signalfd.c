/* SPDX-License-Identifier: Apache-2.0
 * poll_signalfd.c: a loop that reads signals from a descriptor: sent by threads to the process, queued with
 * values, by a timer, by a child that ends, and by the thread to itself.
 * EXPECT: passed
 * ARGS: -n 60
 * DETERMINISM: 10
 * WORLD: yes */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUEUED = 3 };

static void *sender(void *unused)
{
	(void)unused;
	assert(!kill(getpid(), SIGUSR1));
	for (int i = 1; i <= QUEUED; i++)
		assert(!sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i}));
	return NULL;
}

static void *maker(void *unused)
{
	pid_t pid = fork();

	(void)unused;
	assert(pid >= 0);
	if (pid == 0)
		_exit(3);
	return NULL;
}

static void one_thread(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct signalfd_siginfo s[2];
	sigset_t other;

	assert(poll(&p, 1, 0) == 0 && read(fd, s, sizeof s) == -1 && errno == EAGAIN);
	assert(read(fd, s, 1) == -1 && errno == EINVAL);
	assert(!raise(SIGUSR1) && !raise(SIGUSR1) && !raise(SIGUSR2));
	assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
	assert(read(fd, s, sizeof s) == sizeof s && s[0].ssi_signo == SIGUSR1 && s[1].ssi_signo == SIGUSR2);
	assert(poll(&p, 1, 0) == 0);
	sigemptyset(&other);
	sigaddset(&other, SIGUSR2);
	assert(signalfd(fd, &other, 0) == fd && !raise(SIGUSR1) && poll(&p, 1, 0) == 0);
	assert(signalfd(0, &other, 0) == -1 && errno == EINVAL);
	sigaddset(&other, SIGUSR1);
	assert(signalfd(fd, &other, 0) == fd && poll(&p, 1, 0) == 1 && read(fd, s, sizeof s) == sizeof *s);
	assert(write(fd, s, sizeof s) == -1 && errno == EINVAL);
	close(fd);
}

static void loop(int fd)
{
	struct epoll_event e = {.events = EPOLLIN};
	struct itimerval alarm = {.it_value.tv_usec = 1000};
	int ep = epoll_create1(0), usr1 = 0, queued = 0, alarms = 0, children = 0;
	pthread_t t[2];

	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e) && !setitimer(ITIMER_REAL, &alarm, NULL));
	pthread_create(&t[0], NULL, sender, NULL);
	pthread_create(&t[1], NULL, maker, NULL);
	while (!usr1 || queued < QUEUED || !alarms || !children) {
		struct signalfd_siginfo s;

		assert(epoll_wait(ep, &e, 1, -1) == 1);
		assert(read(fd, &s, sizeof s) == sizeof s);
		if (s.ssi_signo == (uint32_t)SIGRTMIN)
			assert(s.ssi_int == ++queued);
		usr1 += s.ssi_signo == SIGUSR1;
		alarms += s.ssi_signo == SIGALRM;
		children += s.ssi_signo == SIGCHLD;
	}
	assert(usr1 == 1 && alarms == 1 && children == 1);
	assert(wait(NULL) > 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
}

int main(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGALRM);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGRTMIN);
	assert(!sigprocmask(SIG_BLOCK, &set, NULL));
	one_thread(signalfd(-1, &set, SFD_NONBLOCK));
	loop(signalfd(-1, &set, SFD_CLOEXEC));
	return 0;
}
