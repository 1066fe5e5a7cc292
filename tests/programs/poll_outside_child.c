/* SPDX-License-Identifier: Apache-2.0
 * poll_outside_child.c: a child process, who is not controlled, sends lines in his own time. The loop that
 * receives them has an outside member, a timer and a thread's eventfd in one epoll instance, and then the
 * same with poll.
 * EXPECT: passed
 * ARGS: -n 20
 * DETERMINISM: 10
 * WORLD: yes */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 3 };

static int from_child[2], event, timer;

static void child(void)
{
	for (char i = 0; i < LINES; i++) {
		usleep(2000);
		if (write(from_child[1], &i, 1) != 1)
			_exit(1);
	}
	_exit(0);
}

static void *thread(void *unused)
{
	(void)unused;
	usleep(1000);
	assert(!eventfd_write(event, 5));
	return NULL;
}

static void handle(int fd, int *lines, uint64_t *raised, uint64_t *ticks)
{
	uint64_t n;
	char c;

	if (fd == from_child[0]) {
		assert(read(fd, &c, 1) == 1 && c == *lines);
		++*lines;
	} else {
		assert(read(fd, &n, sizeof n) == sizeof n);
		*(fd == event ? raised : ticks) += n;
	}
}

static void loop(int ep)
{
	struct pollfd p[3] = {{.fd = from_child[0], .events = POLLIN},
			      {.fd = event, .events = POLLIN},
			      {.fd = timer, .events = POLLIN}};
	uint64_t raised = 0, ticks = 0;
	int lines = 0;
	pid_t pid = fork();
	pthread_t t;

	assert(pid >= 0);
	if (pid == 0)
		child();
	pthread_create(&t, NULL, thread, NULL);
	while (lines < LINES || raised < 5 || !ticks) {
		struct epoll_event e[3];
		int n = ep < 0 ? poll(p, 3, -1) : epoll_wait(ep, e, 3, -1);

		assert(n > 0);
		for (int i = 0; ep >= 0 && i < n; i++)
			handle(e[i].data.fd, &lines, &raised, &ticks);
		for (int i = 0; ep < 0 && i < 3; i++)
			if (p[i].revents)
				handle(p[i].fd, &lines, &raised, &ticks);
	}
	pthread_join(t, NULL);
	assert(waitpid(pid, NULL, 0) == pid && raised == 5);
}

int main(void)
{
	struct itimerspec s = {.it_value.tv_nsec = 1000000, .it_interval.tv_nsec = 1000000};
	int ep = epoll_create1(0);

	event = eventfd(0, 0);
	timer = timerfd_create(CLOCK_MONOTONIC, 0);
	assert(!pipe(from_child) && !timerfd_settime(timer, 0, &s, NULL));
	for (int i = 0; i < 3; i++) {
		int fd = ((int[]){from_child[0], event, timer})[i];
		struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};

		assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
	}
	loop(ep);
	loop(-1);
	return 0;
}
