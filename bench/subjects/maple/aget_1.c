/* SPDX-License-Identifier: Apache-2.0
 * aget_1.c: threads fetch parts of a file; one waits for a signal and prints how far they are.
 * IDIOM: 1
 * FAILS: deadlock
 * INPUT: 8
 * PAPER: 9 74.7 18 123.9 32075 TO 47636 TO
 *
 * The bug: main cancels the printing thread at once, wherever it is: it may hold the lock of the
 * terminal, which main wants next. The root: the printer's lock before main's cancel and lock. */
#include "../subject.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { PARTS = 2 };

static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER;
static struct {
	pthread_mutex_t lock;
	long bytes, blocks;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct {
	pthread_mutex_t lock;
	unsigned checksum;
} file = {.lock = PTHREAD_MUTEX_INITIALIZER};
static int blocks;
static char shown[64];

static void print_progress(void)
{
	long bytes, number;

	pthread_mutex_lock(&terminal);
	pthread_mutex_lock(&progress.lock);
	bytes = progress.bytes;
	number = progress.blocks;
	pthread_mutex_unlock(&progress.lock);
	snprintf(shown, sizeof shown, "%ld bytes in %ld blocks", bytes, number);
	pthread_mutex_unlock(&terminal);
}

static void *on_signal(void *unused)
{
	sigset_t *wanted = unused;
	int number;

#ifndef FIXED
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
	for (;;)
		if (!sigwait(wanted, &number) && number == SIGUSR1)
			print_progress();
	return NULL;
}

static void *fetch(void *argument)
{
	unsigned block = (unsigned)(size_t)argument;

	for (int i = 0; i < blocks; i++) {
		block = subject_compute(block);
		pthread_mutex_lock(&file.lock);
		file.checksum = file.checksum * 31 + block;
		pthread_mutex_unlock(&file.lock);
		pthread_mutex_lock(&progress.lock);
		progress.bytes += 512;
		progress.blocks++;
		pthread_mutex_unlock(&progress.lock);
		if (i == 1 && argument == NULL)
			kill(getpid(), SIGUSR1); /* as a user does who is impatient */
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static sigset_t wanted;
	pthread_t parts[PARTS], waiting;

	blocks = 4 + 2 * subject_input(argc, argv, 8);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &wanted, NULL);
	waiting = subject_start(on_signal, &wanted);
	for (size_t i = 0; i < PARTS; i++)
		parts[i] = subject_start(fetch, (void *)i);
	for (int i = 0; i < PARTS; i++)
		pthread_join(parts[i], NULL);
	pthread_cancel(waiting);
	pthread_join(waiting, NULL);
	print_progress();
	return 0;
}
