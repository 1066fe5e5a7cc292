/* SPDX-License-Identifier: Apache-2.0
 * aio_requests.c: asynchronous requests of all kinds, waited for in all ways, and what tells of their end.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 40 */
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PARTS 3

static sem_t told;
static atomic_int handled, value;

static void on_signal(int signal, siginfo_t *info, void *context)
{
	(void)context;
	assert(signal == SIGUSR1 && info->si_code == SI_ASYNCIO);
	value = info->si_value.sival_int;
	handled++;
}

static void on_thread(union sigval v)
{
	value = v.sival_int;
	sem_post(&told);
}

static struct aiocb request(int fd, void *buffer, size_t size, off_t at)
{
	struct aiocb cb = {.aio_fildes = fd, .aio_buf = buffer, .aio_nbytes = size, .aio_offset = at};

	cb.aio_sigevent.sigev_notify = SIGEV_NONE;
	return cb;
}

static void wait_for(const struct aiocb *cb)
{
	const struct aiocb *list[] = {NULL, cb};

	while (aio_error(cb) == EINPROGRESS)
		assert(!aio_suspend(list, 2, NULL) || errno == EINTR);
}

static void by_signal(int fd)
{
	char text[] = "first";
	struct aiocb cb = request(fd, text, 5, 0);

	cb.aio_sigevent.sigev_notify = SIGEV_SIGNAL;
	cb.aio_sigevent.sigev_signo = SIGUSR1;
	cb.aio_sigevent.sigev_value.sival_int = 11;
	assert(!aio_write(&cb));
	while (!handled)
		sched_yield();
	assert(value == 11 && aio_error(&cb) == 0 && aio_return(&cb) == 5);
}

static void by_thread(int fd)
{
	char text[8] = "";
	struct aiocb cb = request(fd, text, 5, 0);

	cb.aio_sigevent.sigev_notify = SIGEV_THREAD;
	cb.aio_sigevent.sigev_notify_function = on_thread;
	cb.aio_sigevent.sigev_value.sival_int = 12;
	assert(!aio_read(&cb));
	assert(!sem_wait(&told));
	assert(value == 12 && aio_error(&cb) == 0 && aio_return(&cb) == 5 && !strcmp(text, "first"));
}

static void by_list(int fd)
{
	struct aiocb cbs[PARTS], *list[PARTS + 1];
	char out[PARTS] = {'a', 'b', 'c'}, in[PARTS + 1] = "";
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_thread};

	list[PARTS] = NULL;
	for (int i = 0; i < PARTS; i++) {
		cbs[i] = request(fd, &out[i], 1, i);
		cbs[i].aio_lio_opcode = LIO_WRITE;
		list[i] = &cbs[i];
	}
	assert(!lio_listio(LIO_WAIT, list, PARTS + 1, NULL));
	for (int i = 0; i < PARTS; i++) {
		assert(aio_return(&cbs[i]) == 1);
		cbs[i] = request(fd, &in[i], 1, i);
		cbs[i].aio_lio_opcode = LIO_READ;
	}
	event.sigev_value.sival_int = 13;
	assert(!lio_listio(LIO_NOWAIT, list, PARTS + 1, &event));
	assert(!sem_wait(&told) && value == 13 && !strcmp(in, "abc"));
	cbs[0] = request(-1, in, 1, 0);
	cbs[0].aio_lio_opcode = LIO_READ;
	assert(lio_listio(LIO_WAIT, list, 1, NULL) == -1 && errno == EIO && aio_error(&cbs[0]) == EBADF);
}

/* A request that waits can be cancelled as long as another one for the descriptor is before it. */
static void cancelled(void)
{
	struct timespec soon = {0, 1000};
	struct aiocb one, two;
	const struct aiocb *list[] = {&one};
	char a, b;
	int ends[2], result;

	assert(!pipe(ends));
	one = request(ends[0], &a, 1, 0);
	two = request(ends[0], &b, 1, 0);
	assert(!aio_read(&one) && !aio_read(&two));
	assert(aio_suspend(list, 1, &soon) == -1 && errno == EAGAIN);
	assert(aio_cancel(ends[0], &two) == AIO_CANCELED && aio_error(&two) == ECANCELED);
	assert(aio_return(&two) == -1);
	result = aio_cancel(ends[0], NULL);
	assert(result == AIO_CANCELED || result == AIO_NOTCANCELED);
	assert(write(ends[1], "x", 1) == 1);
	wait_for(&one);
	if (result == AIO_NOTCANCELED)
		assert(aio_return(&one) == 1 && a == 'x');
	assert(aio_cancel(ends[0], &one) == AIO_ALLDONE);
	assert(aio_cancel(-1, NULL) == -1 && errno == EBADF);
	close(ends[0]);
	close(ends[1]);
}

static void synced(int fd)
{
	char text[] = "last";
	struct aiocb cb = request(fd, text, 4, 0), sync = request(fd, NULL, 0, 0);

	assert(!aio_write(&cb) && !aio_fsync(O_DSYNC, &sync));
	wait_for(&sync);
	assert(aio_return(&sync) == 0 && aio_error(&cb) == 0 && aio_return(&cb) == 4);
	assert(aio_fsync(0, &sync) == -1 && errno == EINVAL);
	cb.aio_reqprio = -1;
	assert(aio_read(&cb) == -1 && errno == EINVAL);
}

int main(void)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	int fd = memfd_create("aio", 0);

	assert(fd >= 0 && !sem_init(&told, 0, 0) && !sigaction(SIGUSR1, &action, NULL));
	by_signal(fd);
	by_thread(fd);
	by_list(fd);
	cancelled();
	synced(fd);
	close(fd);
	return 0;
}
