/* SPDX-License-Identifier: Apache-2.0
 * race_descriptor_closed.c: descriptors of all kinds are closed by one thread and used by another, in no
 * order. The number could be that of another file by then.
 * EXPECT: passed
 * FINDS: race
 * NATIVE: no */
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int file, pair[2], pipes[2], event, poll;

static void *user(void *arg)
{
	char byte = 'x';
	unsigned long one = 1;
	struct epoll_event e;

	(void)!pwrite(file, &byte, 1, 0);
	(void)!send(pair[0], &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)!write(pipes[1], &byte, 1);
	(void)!write(event, &one, sizeof one);
	epoll_wait(poll, &e, 1, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	file = open("/dev/null", O_WRONLY);
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	pipe(pipes);
	event = eventfd(0, 0);
	poll = epoll_create1(0);
	pthread_create(&t, NULL, user, NULL);
	close(file);
	close(pair[0]);
	close(pipes[1]);
	close(event);
	close(poll);
	pthread_join(t, NULL);
	close(pair[1]);
	close(pipes[0]);
	return 0;
}
