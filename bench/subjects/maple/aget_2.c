/* SPDX-License-Identifier: Apache-2.0
 * aget_2.c: threads fetch parts of a file; after a signal it is saved how far each is.
 * IDIOM: 4
 * FAILS: assert
 * INPUT: 8
 * QUIET: 1 2 3 4
 * PAPER: 9 148.1 11 29.2 152 355.0 335 619.5
 *
 * The bug: the last, short block moves a part's offset and the total under two locks; saved in
 * between, they do not agree. The root: part.offset written => read by save(), total.bytes read by
 * save() => written. */
#include "../subject.h"
#include <assert.h>
#include <signal.h>
#include <unistd.h>

enum { PARTS = 2, BLOCK = 512, REST = 100 };

static struct part {
	pthread_mutex_t lock;
	long offset;
	unsigned checksum;
} parts[PARTS];
static struct {
	pthread_mutex_t lock;
	long bytes;
} total = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct {
	long bytes, offset[PARTS];
} saved;
static int input, blocks;

/* A whole block: the locks are nested, so nobody sees one without the other. */
static void whole_block(struct part *p, unsigned data)
{
	pthread_mutex_lock(&p->lock);
	p->checksum = p->checksum * 31 + data;
	p->offset += BLOCK;
	pthread_mutex_lock(&total.lock);
	total.bytes += BLOCK;
	pthread_mutex_unlock(&total.lock);
	pthread_mutex_unlock(&p->lock);
}

static void last_block(struct part *p, unsigned data)
{
	pthread_mutex_lock(&p->lock);
	p->checksum = p->checksum * 31 + data;
	p->offset += REST;
#ifndef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
	pthread_mutex_lock(&total.lock);
	total.bytes += REST;
	pthread_mutex_unlock(&total.lock);
#ifdef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
}

static void save(void)
{
	for (int i = 0; i < PARTS; i++)
		pthread_mutex_lock(&parts[i].lock);
	pthread_mutex_lock(&total.lock);
	saved.bytes = total.bytes;
	pthread_mutex_unlock(&total.lock);
	for (int i = 0; i < PARTS; i++) {
		saved.offset[i] = parts[i].offset;
		pthread_mutex_unlock(&parts[i].lock);
	}
}

static void *on_signal(void *wanted)
{
	int number;

	if (!sigwait(wanted, &number) && number == SIGINT)
		save();
	return NULL;
}

static void *fetch(void *argument)
{
	size_t me = (size_t)argument;
	unsigned data = (unsigned)me;

	for (int i = 0; i < blocks; i++) {
		data = subject_compute(data);
		whole_block(&parts[me], data);
		if (me == 0 && i == blocks / 2)
			kill(getpid(), SIGINT);
	}
	if (input >= 5) /* the others are of a length that needs no short block */
		last_block(&parts[me], data);
	return NULL;
}

int main(int argc, char **argv)
{
	static sigset_t wanted;
	pthread_t threads[PARTS], waiting;

	input = subject_input(argc, argv, 8);
	blocks = 4 + 2 * input;
	for (int i = 0; i < PARTS; i++)
		pthread_mutex_init(&parts[i].lock, NULL);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGINT);
	pthread_sigmask(SIG_BLOCK, &wanted, NULL);
	waiting = subject_start(on_signal, &wanted);
	for (size_t i = 0; i < PARTS; i++)
		threads[i] = subject_start(fetch, (void *)i);
	for (int i = 0; i < PARTS; i++)
		pthread_join(threads[i], NULL);
	pthread_join(waiting, NULL);
	assert(saved.bytes == saved.offset[0] + saved.offset[1]);
	return 0;
}
