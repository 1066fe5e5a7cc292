/* SPDX-License-Identifier: Apache-2.0
 * signal_timer_interrupts.c: a timer that goes off long after a wait has begun interrupts the wait. It cannot
 * have gone off just before the call, unless the thread had got no processor for all that time.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void handler(int signal)
{
	(void)signal;
}

static void interrupt_in(int milliseconds)
{
	struct itimerval t = {.it_value = {.tv_usec = milliseconds * 1000}};

	setitimer(ITIMER_REAL, &t, NULL);
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	struct timespec five = {5, 0}, left;
	struct itimerspec bad = {{-1, 0}, {1, 0}};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	timer_t timer;
	sem_t never;

	sigaction(SIGALRM, &action, NULL);
	sem_init(&never, 0, 0);
	interrupt_in(200);
	pause();
	interrupt_in(200);
	assert(sem_wait(&never) == -1 && errno == EINTR);
	interrupt_in(200);
	assert(nanosleep(&five, &left) == -1 && errno == EINTR);
	assert(left.tv_sec == 4);
	assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
	assert(timer_settime(timer, 0, &bad, NULL) == -1 && errno == EINVAL);
	return 0;
}
