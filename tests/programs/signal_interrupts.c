/* SPDX-License-Identifier: Apache-2.0
 * signal_interrupts.c: EINTR where POSIX has it, SA_RESTART where it helps, and waits that go on after a
 * handler.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 50 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

static sem_t sem, handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int ready, go;

static void handler(int signal)
{
	(void)signal;
	sem_post(&handled);
}

static void install(int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

	CHECK(!sigaction(SIGUSR1, &action, NULL));
}

static void must_wait(sem_t *s)
{
	while (sem_wait(s))
		CHECK(errno == EINTR);
}

static void *sleeper(void *unused)
{
	struct timespec hour = {.tv_sec = 3600}, left = {.tv_nsec = -1};

	(void)unused;
	if (nanosleep(&hour, &left)) /* in other schedules the hour passes */
		CHECK(errno == EINTR && left.tv_nsec >= 0 && left.tv_sec <= 3600);
	return NULL;
}

/* The handler may run before the thread sleeps, so it is sent again and again. */
static void sleeping(void)
{
	pthread_t t;

	CHECK(!pthread_create(&t, NULL, sleeper, NULL));
	while (pthread_tryjoin_np(t, NULL)) {
		pthread_kill(t, SIGUSR1);
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
}

static void *taker(void *restart)
{
	if (restart)
		CHECK(!sem_wait(&sem));
	else
		must_wait(&sem);
	return NULL;
}

static void semaphores(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		install(i ? SA_RESTART : 0);
		CHECK(!pthread_create(&t, NULL, taker, i ? &t : NULL));
		CHECK(!pthread_kill(t, SIGUSR1));
		must_wait(&handled);
		CHECK(!sem_post(&sem));
		pthread_join(t, NULL);
	}
}

static int fds[2];

static void *reader(void *restart)
{
	char c = 0;
	ssize_t n;

	while ((n = read(fds[0], &c, 1)) < 0)
		CHECK(errno == EINTR && !restart);
	CHECK(n == 1 && c == 'x');
	return NULL;
}

static void descriptors(void)
{
	pthread_t t;

	CHECK(!pipe(fds));
	for (int i = 0; i < 2; i++) {
		install(i ? SA_RESTART : 0);
		CHECK(!pthread_create(&t, NULL, reader, i ? &t : NULL));
		CHECK(!pthread_kill(t, SIGUSR1));
		must_wait(&handled);
		CHECK(write(fds[1], "x", 1) == 1);
		pthread_join(t, NULL);
	}
	close(fds[0]);
	close(fds[1]);
}

static void *waiter(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_cond_broadcast(&cond);
	while (!go)
		pthread_cond_wait(&cond, &mutex);
	pthread_mutex_unlock(&mutex);
	pthread_barrier_wait(&barrier);
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

/* The wakeup may come while the handler runs: it must not be lost. */
static void others(void)
{
	pthread_t t;

	ready = go = 0;
	CHECK(!pthread_create(&t, NULL, waiter, NULL));
	pthread_mutex_lock(&mutex);
	while (!ready)
		pthread_cond_wait(&cond, &mutex);
	pthread_kill(t, SIGUSR1);
	go = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
	must_wait(&handled);
	pthread_kill(t, SIGUSR1);
	pthread_barrier_wait(&barrier);
	must_wait(&handled);
	pthread_mutex_lock(&mutex);
	pthread_kill(t, SIGUSR1);
	pthread_mutex_unlock(&mutex);
	pthread_join(t, NULL);
}

int main(void)
{
	sem_init(&sem, 0, 0);
	sem_init(&handled, 0, 0);
	pthread_barrier_init(&barrier, NULL, 2);
	install(0);
	sleeping();
	while (!sem_trywait(&handled))
		;
	semaphores();
	descriptors();
	others();
	return 0;
}
