/* SPDX-License-Identifier: Apache-2.0
 * poll_eventfd.c: counters as descriptors: reading takes all, or one of a semaphore; who reads nothing or
 * adds too much waits, unless it does not want to.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 40 */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int semaphore, full;
static atomic_int inside, passed, added;

static void *through_the_gate(void *unused)
{
	eventfd_t n;

	(void)unused;
	for (int i = 0; i < 2; i++) {
		assert(!eventfd_read(semaphore, &n) && n == 1);
		assert(++inside <= 2);
		inside--;
		passed++;
		assert(!eventfd_write(semaphore, 1));
	}
	return NULL;
}

static void *adds_too_much(void *unused)
{
	uint64_t n = 10;

	(void)unused;
	assert(write(full, &n, sizeof n) == sizeof n);
	added = 1;
	return NULL;
}

static void one_thread(void)
{
	int fd = eventfd(3, EFD_NONBLOCK);
	struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT};
	eventfd_t n;
	uint64_t most = UINT64_MAX;

	assert(poll(&p, 1, 0) == 1 && p.revents == (POLLIN | POLLOUT));
	assert(!eventfd_write(fd, 4) && !eventfd_read(fd, &n) && n == 7);
	assert(eventfd_read(fd, &n) == -1 && errno == EAGAIN);
	assert(write(fd, &most, sizeof most) == -1 && errno == EINVAL);
	assert(write(fd, &most, 4) == -1 && errno == EINVAL);
	assert(!eventfd_write(fd, UINT64_MAX - 1) && poll(&p, 1, 0) == 1 && p.revents == POLLIN);
	assert(eventfd_write(fd, 1) == -1 && errno == EAGAIN);
	close(fd);
}

int main(void)
{
	pthread_t t[3];
	eventfd_t n;

	one_thread();
	semaphore = eventfd(2, EFD_SEMAPHORE | EFD_CLOEXEC);
	full = eventfd(0, 0);
	assert(semaphore >= 0 && full >= 0 && !eventfd_write(full, UINT64_MAX - 5));
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, through_the_gate, NULL);
	pthread_create(&t[2], NULL, adds_too_much, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(passed == 4 && !added);
	assert(!eventfd_read(full, &n) && n == UINT64_MAX - 5);
	pthread_join(t[2], NULL);
	assert(added && !eventfd_read(full, &n) && n == 10);
	return 0;
}
