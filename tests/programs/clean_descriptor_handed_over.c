/* SPDX-License-Identifier: Apache-2.0
 * clean_descriptor_handed_over.c: a descriptor is closed by another thread than the one that used it, after
 * what orders them: a lock, data that came through the descriptor itself, the end of a stream, a join. And
 * its number may at once be that of another file.
 * EXPECT: passed */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users, file, pipes[2], pair[2], event;

static void leave_file(void)
{
	int left;

	(void)!write(file, "x", 1);
	pthread_mutex_lock(&lock);
	left = --users;
	pthread_mutex_unlock(&lock);
	if (!left)
		close(file);
}

static void *worker(void *arg)
{
	unsigned long one = 1;
	char byte;
	int own = open("/dev/null", O_WRONLY);

	assert(write(own, "x", 1) == 1);
	close(own);
	assert(write(pipes[1], "x", 1) == 1);
	assert(write(event, &one, sizeof one) == sizeof one);
	assert(recv(pair[1], &byte, 1, 0) == 0);
	close(pair[1]);
	leave_file();
	return arg;
}

int main(void)
{
	unsigned long count;
	pthread_t t;
	char byte;
	int own;

	users = 2;
	file = open("/dev/null", O_WRONLY);
	assert(pipe(pipes) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	event = eventfd(0, 0);
	pthread_create(&t, NULL, worker, NULL);
	assert(read(pipes[0], &byte, 1) == 1);
	close(pipes[1]);
	own = open("/dev/null", O_WRONLY);
	assert(write(own, "x", 1) == 1);
	close(own);
	assert(read(event, &count, sizeof count) == sizeof count);
	close(event);
	shutdown(pair[0], SHUT_WR);
	close(pair[0]);
	leave_file();
	pthread_join(t, NULL);
	close(pipes[0]);
	return 0;
}
