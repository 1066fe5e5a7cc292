/* SPDX-License-Identifier: Apache-2.0
 * poll_basics.c: poll, ppoll, select and pselect: what they say of descriptors that are ready, closed,
 * hung up or nobody's, what errors they know, and that time passes while they wait.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define HOUR	 3600
#define SHORT_MS 20

static int wake[2];

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void *writer(void *arg)
{
	(void)arg;
	usleep(1000);
	assert(write(wake[1], "x", 1) == 1);
	return NULL;
}

static void ready_closed_and_hung_up(void)
{
	int p[2], q[2];
	struct pollfd fds[5];

	assert(!pipe(p) && !pipe(q));
	close(q[1]);
	assert(write(p[1], "ab", 2) == 2);
	fds[0] = (struct pollfd){.fd = p[0], .events = POLLIN | POLLOUT};
	fds[1] = (struct pollfd){.fd = p[1], .events = POLLIN | POLLOUT};
	fds[2] = (struct pollfd){.fd = q[0], .events = 0};
	fds[3] = (struct pollfd){.fd = q[1], .events = POLLIN};
	fds[4] = (struct pollfd){.fd = -1, .events = POLLIN, .revents = POLLIN};
	assert(poll(fds, 5, -1) == 4);
	assert(fds[0].revents == POLLIN && fds[1].revents == POLLOUT && fds[2].revents == POLLHUP);
	assert(fds[3].revents == POLLNVAL && fds[4].revents == 0);
	close(p[0]);
	assert(poll(&fds[1], 1, 0) == 1 && fds[1].revents == (POLLOUT | POLLERR));
	close(p[1]);
	close(q[0]);
}

static void time_passes(void)
{
	struct pollfd fd = {.fd = wake[0], .events = POLLIN};
	struct timespec ts = {.tv_nsec = SHORT_MS * 1000000}, bad = {.tv_nsec = 1000000000};
	struct timeval tv = {.tv_usec = SHORT_MS * 1000};
	fd_set set;
	double start = now();

	assert(poll(NULL, 0, SHORT_MS) == 0);
	assert(now() - start >= SHORT_MS / 1e3);
	assert(poll(&fd, 1, SHORT_MS) == 0 && fd.revents == 0);
	assert(ppoll(&fd, 1, &ts, NULL) == 0);
	FD_ZERO(&set);
	FD_SET(wake[0], &set);
	assert(select(wake[0] + 1, &set, NULL, NULL, &tv) == 0);
	assert(!FD_ISSET(wake[0], &set) && tv.tv_sec == 0 && tv.tv_usec == 0);
	FD_SET(wake[0], &set);
	assert(pselect(wake[0] + 1, &set, NULL, NULL, &ts, NULL) == 0 && ts.tv_nsec);
	assert(now() - start >= 5 * SHORT_MS / 1e3);
	assert(ppoll(&fd, 1, &bad, NULL) == -1 && errno == EINVAL);
	tv.tv_sec = -1;
	assert(select(0, NULL, NULL, NULL, &tv) == -1 && errno == EINVAL);
}

/* A descriptor above FD_SETSIZE needs a larger set than fd_set. */
static void many(void)
{
	int fd = dup2(wake[0], 1500);
	size_t bytes = 2048 / 8;
	unsigned long *set = calloc(1, bytes);
	fd_set out;

	assert(fd == 1500 && set);
	set[1500 / 64] |= 1UL << (1500 % 64);
	assert(select(1501, (fd_set *)set, NULL, NULL, &(struct timeval){0}) == 0 && set[1500 / 64] == 0);
	set[1500 / 64] |= 1UL << (1500 % 64);
	FD_ZERO(&out);
	FD_SET(wake[1], &out);
	assert(select(wake[1] + 1, (fd_set *)set, &out, NULL, NULL) == 1 && FD_ISSET(wake[1], &out));
	close(fd);
	free(set);
}

int main(void)
{
	struct pollfd fd;
	struct timeval tv = {.tv_sec = HOUR};
	pthread_t t;
	fd_set in, out;
	char c;

	assert(!pipe(wake));
	ready_closed_and_hung_up();
	time_passes();
	if (dup2(wake[0], 1500) == 1500) { /* not where fewer descriptors are allowed */
		close(1500);
		many();
	}

	pthread_create(&t, NULL, writer, NULL);
	fd = (struct pollfd){.fd = wake[0], .events = POLLIN};
	assert(poll(&fd, 1, -1) == 1 && fd.revents == POLLIN);
	assert(read(wake[0], &c, 1) == 1);
	pthread_join(t, NULL);

	pthread_create(&t, NULL, writer, NULL);
	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(wake[0], &in);
	FD_SET(wake[0], &out);
	while (select(wake[0] + 1, &in, &out, NULL, &tv) == 0) { /* the writer may take more than an hour */
		FD_SET(wake[0], &in);
		tv.tv_sec = HOUR;
	}
	assert(FD_ISSET(wake[0], &in) && !FD_ISSET(wake[0], &out) && tv.tv_sec <= HOUR);
	pthread_join(t, NULL);

	close(wake[0]);
	FD_SET(wake[0], &in);
	assert(select(wake[0] + 1, &in, NULL, NULL, NULL) == -1 && errno == EBADF);
	return 0;
}
