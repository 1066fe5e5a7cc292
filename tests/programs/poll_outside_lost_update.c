/* SPDX-License-Identifier: Apache-2.0
 * poll_outside_lost_update.c: two threads count what a child process, who is not controlled, sends in his
 * own time, each through an epoll instance of its own; counting is not atomic. What the child did is part
 * of the schedule.
 * EXPECT: assert  EXPLAIN: none [45]
 * ARGS: -n 2000
 * DETERMINISM: 10
 * WORLD: yes */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 2, EACH = 3 };

static int from_child[THREADS][2];
static int count;

static void child(void)
{
	for (int i = 0; i < EACH; i++)
		for (int to = 0; to < THREADS; to++) {
			usleep(100);
			if (write(from_child[to][1], "x", 1) != 1)
				_exit(1);
		}
	_exit(0);
}

static void *receiver(void *arg)
{
	int fd = from_child[(long)arg][0], ep = epoll_create1(0);
	struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.fd = fd};
	char got[EACH];

	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
	for (int n = 0; n < EACH;) {
		ssize_t more;

		assert(epoll_wait(ep, &e, 1, -1) == 1 && e.data.fd == fd);
		more = read(fd, got, sizeof got);
		assert(more > 0);
		n += (int)more;
		count += (int)more;
	}
	close(ep);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];
	pid_t pid;

	for (int i = 0; i < THREADS; i++)
		assert(!pipe(from_child[i]));
	pid = fork();
	assert(pid >= 0);
	if (pid == 0)
		child();
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, receiver, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	assert(waitpid(pid, NULL, 0) == pid);
	assert(count == THREADS * EACH);
	return 0;
}
