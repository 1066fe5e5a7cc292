/* SPDX-License-Identifier: Apache-2.0
 * io_message_queues.c: threads wait at POSIX message queues, with times and priorities; a signal and a thread
 * tell of a message; no run finds what the last one has left.
 * EXPECT: passed
 * ARGS: -n 200
 * NATIVE: no
 * DETERMINISM: 40 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MESSAGES 6

static char name[64];
static atomic_int handled;
static sem_t told;

static void on_signal(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	assert(info->si_code == SI_MESGQ && info->si_value.sival_int == 5);
	handled++;
}

static void on_thread(union sigval value)
{
	assert(value.sival_int == 6);
	sem_post(&told);
}

static void *sends(void *unused)
{
	mqd_t q = mq_open(name, O_WRONLY);

	assert(q >= 0);
	for (unsigned i = 0; i < MESSAGES; i++) {
		char text = (char)i;

		assert(!mq_send(q, &text, 1, 3));
	}
	assert(!mq_close(q));
	return unused;
}

/* The queue has room for two: the sender waits, and so does the receiver. */
static void waits(mqd_t q)
{
	pthread_t t;
	unsigned priority;
	char text[8];

	assert(!pthread_create(&t, NULL, sends, NULL));
	for (int i = 0; i < MESSAGES; i++)
		assert(mq_receive(q, text, sizeof text, &priority) == 1 && text[0] == i && priority == 3);
	pthread_join(t, NULL);
}

static void times_out(mqd_t q)
{
	struct timespec until;
	struct mq_attr attributes;
	char text[8] = "x";

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1000;
	assert(mq_timedreceive(q, text, sizeof text, NULL, &until) == -1 && errno == ETIMEDOUT);
	assert(!mq_send(q, "low", 4, 1) && !mq_send(q, "high", 5, 2));
	until.tv_sec += 1000;
	assert(mq_timedsend(q, text, 1, 0, &until) == -1 && errno == ETIMEDOUT);
	until.tv_nsec = -1;
	assert(mq_timedsend(q, text, 1, 0, &until) == -1 && errno == EINVAL);
	assert(!mq_getattr(q, &attributes) && attributes.mq_curmsgs == 2);
	attributes.mq_flags = O_NONBLOCK;
	assert(!mq_setattr(q, &attributes, NULL) && mq_send(q, text, 1, 0) == -1 && errno == EAGAIN);
	assert(mq_receive(q, text, sizeof text, NULL) == 5 && !strcmp(text, "high"));
	assert(mq_receive(q, text, sizeof text, NULL) == 4 && !strcmp(text, "low"));
	attributes.mq_flags = 0;
	assert(!mq_setattr(q, &attributes, NULL) && mq_receive(q, text, 1, NULL) == -1 && errno == EMSGSIZE);
}

static void tells(mqd_t q)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	char text[8];

	event.sigev_value.sival_int = 5;
	assert(!mq_notify(q, &event) && mq_notify(q, &event) == -1 && errno == EBUSY);
	assert(!mq_send(q, "a", 1, 0));
	while (!handled)
		sched_yield();
	assert(mq_receive(q, text, sizeof text, NULL) == 1 && !mq_send(q, "b", 1, 0) && handled == 1);
	assert(mq_receive(q, text, sizeof text, NULL) == 1);
	event.sigev_notify = SIGEV_THREAD;
	event.sigev_notify_function = on_thread;
	event.sigev_value.sival_int = 6;
	assert(!mq_notify(q, &event) && !mq_notify(q, NULL) && !mq_notify(q, &event));
	assert(!mq_send(q, "c", 1, 0) && !sem_wait(&told));
	assert(mq_receive(q, text, sizeof text, NULL) == 1);
}

int main(void)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
	mqd_t q, left;

	snprintf(name, sizeof name, "/heddle-io-queue-%d", (int)getpid());
	assert(!sigaction(SIGUSR1, &action, NULL) && !sem_init(&told, 0, 0));
	q = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);
	assert(q >= 0 && mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, NULL) == -1 && errno == EEXIST);
	waits(q);
	times_out(q);
	tells(q);
	assert(!mq_unlink(name) && mq_unlink(name) == -1 && errno == ENOENT);
	left = mq_open("/heddle-io-queue-left", O_RDWR | O_CREAT, 0600, &attributes);
	assert(left >= 0 && !mq_getattr(left, &attributes) && attributes.mq_curmsgs == 0);
	assert(!mq_send(left, "left", 4, 0)); /* the next run must not find it */
	return 0;
}
