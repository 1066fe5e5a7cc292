/* SPDX-License-Identifier: Apache-2.0
 * poll_timerfd.c: timers as descriptors: once, again and again, at an absolute time, in the past, stopped,
 * asked for what is left; read by a thread that waits, polled, and in an epoll instance. What was missed
 * is counted.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000L

static struct timespec ms(long n)
{
	return (struct timespec){.tv_sec = n / 1000, .tv_nsec = n % 1000 * MS};
}

static int timer(clockid_t clock, int flags, long first, long interval)
{
	int fd = timerfd_create(clock, flags);
	struct itimerspec s = {.it_value = ms(first), .it_interval = ms(interval)};

	assert(fd >= 0 && !timerfd_settime(fd, 0, &s, NULL));
	return fd;
}

static uint64_t ticks(int fd)
{
	uint64_t n = 0;

	assert(read(fd, &n, sizeof n) == sizeof n && n > 0);
	return n;
}

static void once(void)
{
	int fd = timer(CLOCK_MONOTONIC, TFD_NONBLOCK, 1000000, 0);
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct itimerspec s, soon = {.it_value = ms(20)};
	uint64_t n;

	assert(read(fd, &n, sizeof n) == -1 && errno == EAGAIN);
	assert(!timerfd_gettime(fd, &s) && s.it_value.tv_sec > 900 && s.it_value.tv_sec <= 1000);
	assert(poll(&p, 1, 2) == 0);
	assert(!timerfd_settime(fd, 0, &soon, &s) && s.it_value.tv_sec > 900);
	assert(poll(&p, 1, 60000) == 1 && p.revents == POLLIN);
	assert(read(fd, &n, 4) == -1 && errno == EINVAL);
	assert(ticks(fd) == 1 && poll(&p, 1, 30) == 0);
	assert(!timerfd_gettime(fd, &s) && !s.it_value.tv_sec && !s.it_value.tv_nsec);
	assert(write(fd, &n, sizeof n) == -1 && errno == EINVAL);
	close(fd);
}

static void again_and_again(void)
{
	int fd = timer(CLOCK_MONOTONIC, 0, 1, 2);
	struct itimerspec stop = {0}, was;
	struct timespec pause = ms(21);
	uint64_t n = ticks(fd);

	nanosleep(&pause, NULL);
	n += ticks(fd);
	assert(n >= 11);
	assert(!timerfd_settime(fd, 0, &stop, &was) && was.it_interval.tv_nsec == 2 * MS);
	assert(was.it_value.tv_nsec > 0 && was.it_value.tv_nsec <= 2 * MS);
	assert(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 10) == 0);
	close(fd);
}

static void absolute(void)
{
	int fd = timerfd_create(CLOCK_REALTIME, 0);
	struct itimerspec s = {.it_interval = ms(1000000)};

	clock_gettime(CLOCK_REALTIME, &s.it_value);
	s.it_value.tv_sec -= 3500; /* 3.5 intervals ago */
	assert(!timerfd_settime(fd, TFD_TIMER_ABSTIME, &s, NULL) && ticks(fd) == 4);
	s.it_interval = ms(0);
	clock_gettime(CLOCK_REALTIME, &s.it_value);
	s.it_value.tv_nsec += 10 * MS;
	s.it_value.tv_sec += s.it_value.tv_nsec / 1000000000;
	s.it_value.tv_nsec %= 1000000000;
	assert(!timerfd_settime(fd, TFD_TIMER_ABSTIME, &s, NULL) && ticks(fd) == 1);
	close(fd);
}

static void errors(void)
{
	struct itimerspec bad = {.it_value = {.tv_nsec = -1}};
	int fd = timerfd_create(CLOCK_MONOTONIC, 0), p[2];

	assert(timerfd_create(12345, 0) == -1 && errno == EINVAL);
	assert(timerfd_settime(fd, 0, &bad, NULL) == -1 && errno == EINVAL);
	assert(timerfd_settime(999, 0, &(struct itimerspec){0}, NULL) == -1 && errno == EBADF);
	assert(!pipe(p) && timerfd_gettime(p[0], &bad) == -1 && errno == EINVAL);
	close(fd);
	close(p[0]);
	close(p[1]);
}

static int shared;

static void *reader(void *sum)
{
	*(uint64_t *)sum = ticks(shared);
	return NULL;
}

/* An epoll instance with three timers while threads wait for a fourth. */
static void many(void)
{
	int ep = epoll_create1(0), fd[3], seen[3] = {0};
	uint64_t sum[2];
	pthread_t t[2];

	shared = timer(CLOCK_BOOTTIME, 0, 2, 3);
	for (int i = 0; i < 3; i++) {
		struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.u32 = (uint32_t)i};

		fd[i] = timer(CLOCK_MONOTONIC, 0, 10 * (i + 1), i == 0 ? 10 : 0);
		assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd[i], &e));
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, reader, &sum[i]);
	while (seen[0] < 3 || !seen[1] || !seen[2]) {
		struct epoll_event e;

		assert(epoll_wait(ep, &e, 1, -1) == 1 && e.data.u32 < 3);
		seen[e.data.u32] += (int)ticks(fd[e.data.u32]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(seen[1] == 1 && seen[2] == 1 && sum[0] && sum[1]);
}

int main(void)
{
	once();
	again_and_again();
	absolute();
	errors();
	many();
	return 0;
}
