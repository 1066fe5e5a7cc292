/* SPDX-License-Identifier: Apache-2.0
 * poll_event_loop.c: an event loop that hands jobs to worker threads and is woken by them: one puts its
 * answers into a pipe, the other into a list and raises an eventfd. Nothing may be lost, whatever comes
 * first.
 * EXPECT: passed
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { JOBS = 4 };

struct answer {
	struct answer *next;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct answer *answers;
static int jobs[2], answered[2], event;

static void *answers_by_pipe(void *unused)
{
	int job;

	(void)unused;
	while (read(jobs[0], &job, sizeof job) == sizeof job) {
		job *= 10;
		assert(write(answered[1], &job, sizeof job) == sizeof job);
	}
	return NULL;
}

static void *answers_by_list(void *unused)
{
	(void)unused;
	for (int i = 1; i <= JOBS; i++) {
		struct answer *a = malloc(sizeof *a);

		if (!a)
			abort();
		pthread_mutex_lock(&lock);
		*a = (struct answer){.next = answers, .value = i};
		answers = a;
		pthread_mutex_unlock(&lock);
		assert(eventfd_write(event, 1) == 0);
	}
	return NULL;
}

static int take_list(void)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (struct answer *a = answers, *next; a; a = next) {
		next = a->next;
		sum += a->value;
		free(a);
	}
	answers = NULL;
	pthread_mutex_unlock(&lock);
	return sum;
}

static void add(int ep, int fd, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.fd = fd};

	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
}

int main(void)
{
	int ep = epoll_create1(0), sum = 0, taken = 0, value;
	eventfd_t raised, total = 0;
	pthread_t t[2];

	event = eventfd(0, EFD_NONBLOCK);
	assert(ep >= 0 && event >= 0 && !pipe(jobs) && !pipe(answered));
	assert(fcntl(answered[0], F_SETFL, O_NONBLOCK) == 0);
	add(ep, answered[0], EPOLLIN);
	add(ep, event, EPOLLIN | EPOLLET);
	pthread_create(&t[0], NULL, answers_by_pipe, NULL);
	pthread_create(&t[1], NULL, answers_by_list, NULL);
	for (int i = 1; i <= JOBS; i++)
		assert(write(jobs[1], &i, sizeof i) == sizeof i);
	close(jobs[1]);
	while (sum < 100 || taken < 10) {
		struct epoll_event e[2];
		int n = epoll_wait(ep, e, 2, -1);

		assert(n > 0);
		for (int i = 0; i < n; i++)
			if (e[i].data.fd == event) {
				if (eventfd_read(event, &raised) == 0)
					total += raised;
				taken += take_list();
			} else if (read(answered[0], &value, sizeof value) == sizeof value) {
				sum += value;
			}
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	if (eventfd_read(event, &raised) == 0)
		total += raised;
	assert(sum == 100 && taken == 10 && total == JOBS);
	return 0;
}
