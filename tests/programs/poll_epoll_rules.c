/* SPDX-License-Identifier: Apache-2.0
 * poll_epoll_rules.c: the rules of epoll: levels, edges, one-shot members, nested instances, duplicates,
 * members that are closed, several events at once, errors, and timeouts.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

static int ep;

static void ctl(int op, int fd, uint32_t events, uint64_t data)
{
	struct epoll_event e = {.events = events, .data.u64 = data};

	assert(!epoll_ctl(ep, op, fd, &e));
}

/* The events that are there now: their number, and the data and bits of the only one. */
static int look(int from, uint64_t *data, uint32_t *events)
{
	struct epoll_event e[4];
	int n = epoll_wait(from, e, 4, 0);

	assert(n >= 0);
	*data = n ? e[0].data.u64 : 0;
	*events = n ? e[0].events : 0;
	return n;
}

static void put(int fd, const char *text, long n)
{
	assert(write(fd, text, (size_t)n) == n);
}

static void levels_edges_and_shots(int in, int out)
{
	uint64_t data;
	uint32_t events;
	char c;

	ctl(EPOLL_CTL_ADD, in, EPOLLIN, 1ULL << 40);
	assert(look(ep, &data, &events) == 0);
	put(out, "ab", 2);
	for (int i = 0; i < 3; i++)
		assert(look(ep, &data, &events) == 1 && data == 1ULL << 40 && events == EPOLLIN);
	ctl(EPOLL_CTL_MOD, in, EPOLLIN | EPOLLET, 2);
	assert(look(ep, &data, &events) == 1 && data == 2); /* changing it shows it again */
	assert(look(ep, &data, &events) == 0);
	put(out, "c", 1);
	assert(look(ep, &data, &events) == 1 && look(ep, &data, &events) == 0);
	ctl(EPOLL_CTL_MOD, in, EPOLLIN | EPOLLONESHOT, 3);
	assert(look(ep, &data, &events) == 1 && data == 3);
	put(out, "d", 1);
	assert(look(ep, &data, &events) == 0);
	ctl(EPOLL_CTL_MOD, in, EPOLLIN, 4);
	for (int i = 0; i < 4; i++)
		assert(look(ep, &data, &events) == 1 && data == 4 && read(in, &c, 1) == 1);
	assert(look(ep, &data, &events) == 0);
	ctl(EPOLL_CTL_DEL, in, 0, 0);
	put(out, "e", 1);
	assert(look(ep, &data, &events) == 0 && read(in, &c, 1) == 1 && c == 'e');
}

static void nested_and_closed(int in, int out)
{
	int outer = epoll_create1(EPOLL_CLOEXEC), copy;
	struct epoll_event e = {.events = EPOLLIN, .data.fd = ep};
	uint64_t data;
	uint32_t events;

	assert(!epoll_ctl(outer, EPOLL_CTL_ADD, ep, &e));
	ctl(EPOLL_CTL_ADD, in, EPOLLIN, 5);
	assert(look(outer, &data, &events) == 0);
	put(out, "x", 1);
	assert(look(outer, &data, &events) == 1 && look(ep, &data, &events) == 1 && data == 5);
	copy = dup(in);
	ctl(EPOLL_CTL_ADD, copy, EPOLLIN, 6);
	assert(look(ep, &data, &events) == 2);
	close(copy); /* what it stands for is still open: it goes on to be reported */
	assert(look(ep, &data, &events) == 2);
	close(outer);
}

static void errors(int in)
{
	struct epoll_event e = {.events = EPOLLIN};

	assert(epoll_ctl(ep, EPOLL_CTL_ADD, in, &e) == -1 && errno == EEXIST);
	assert(epoll_ctl(ep, EPOLL_CTL_MOD, 999, &e) == -1 && errno == EBADF);
	assert(epoll_ctl(in, EPOLL_CTL_ADD, in, &e) == -1 && errno == EINVAL);
	assert(epoll_wait(ep, &e, 0, 0) == -1 && errno == EINVAL);
	assert(epoll_wait(in, &e, 1, 0) == -1 && errno == EINVAL);
	assert(epoll_wait(999, &e, 1, -1) == -1 && errno == EBADF);
	assert(epoll_create(0) == -1 && errno == EINVAL);
}

static void *late_writer(void *fd)
{
	usleep(1000);
	put(*(int *)fd, "y", 1);
	return NULL;
}

static void timeouts(void)
{
	struct epoll_event e;
	struct timespec start, end, ts = {.tv_nsec = 20000000}, bad = {.tv_nsec = -1};
	int empty = epoll_create(1);

	clock_gettime(CLOCK_MONOTONIC, &start);
	assert(epoll_wait(empty, &e, 1, 20) == 0 && epoll_pwait(empty, &e, 1, 20, NULL) == 0);
	assert(epoll_pwait2(empty, &e, 1, &ts, NULL) == 0);
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert((end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec >= 60000000);
	assert(epoll_pwait2(empty, &e, 1, &bad, NULL) == -1 && errno == EINVAL);
	close(empty);
}

int main(void)
{
	struct epoll_event e[2];
	pthread_t t;
	int p[2], q[2];

	ep = epoll_create1(0);
	assert(ep >= 0 && !pipe(p) && !pipe(q));
	levels_edges_and_shots(p[0], p[1]);
	nested_and_closed(p[0], p[1]);
	errors(p[0]);
	timeouts();

	close(p[0]);
	ctl(EPOLL_CTL_ADD, q[0], EPOLLIN, 7);
	pthread_create(&t, NULL, late_writer, &q[1]);
	assert(epoll_wait(ep, e, 2, -1) == 1 && e[0].data.u64 == 7);
	pthread_join(t, NULL);
	return 0;
}
