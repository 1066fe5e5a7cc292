/* SPDX-License-Identifier: Apache-2.0
 * io_resolve_later.c: addresses are asked for in the background, with a signal, with a thread and with none.
 * EXPECT: passed
 * ARGS: -n 50 */
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t told;

static void handle(int signal)
{
	(void)signal;
	sem_post(&told);
}

static void tell(union sigval value)
{
	(void)value;
	sem_post(&told);
}

static void ask(int mode, struct sigevent *event)
{
	struct gaicb request = {.ar_name = "127.0.0.1", .ar_service = "80"}, *list[] = {NULL, &request};
	const struct gaicb *awaited[] = {&request};

	assert(!getaddrinfo_a(mode, list, 2, event));
	while (gai_error(&request) == EAI_INPROGRESS)
		gai_suspend(awaited, 1, NULL);
	assert(!gai_error(&request) && request.ar_result);
	freeaddrinfo(request.ar_result);
	if (event)
		while (sem_wait(&told))
			;
}

static void *worker(void *unused)
{
	ask(GAI_NOWAIT, NULL);
	return unused;
}

int main(void)
{
	struct sigevent by_signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1},
			by_thread = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tell};
	pthread_t thread;

	sem_init(&told, 0, 0);
	signal(SIGUSR1, handle);
	pthread_create(&thread, NULL, worker, NULL);
	ask(GAI_WAIT, NULL);
	ask(GAI_NOWAIT, &by_signal);
	ask(GAI_NOWAIT, &by_thread);
	pthread_join(thread, NULL);
	return 0;
}
