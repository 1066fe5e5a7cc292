/* SPDX-License-Identifier: Apache-2.0
 * buf_writer.c: writers fill a buffer, a checker empties it and keeps a sum of what it took.
 * SETS: struct buffer
 * VIOLATES: buffer_check/buffer_write
 * FAILS: assert
 * PAPER: cycles 3, wrong 2
 *
 * The bug: the checker counts in one critical section and empties the buffer in another one; what is written
 * in between is lost. */
#include "../monitor.h"

enum { SIZE = 32 };

struct buffer {
	pthread_mutex_t lock;
	int used, checked;
	int byte[SIZE];
};

static struct buffer *buffer;
static int bytes;

void buffer_write(struct buffer *b, int byte)
{
	pthread_mutex_lock(&b->lock);
	if (b->used < SIZE)
		b->byte[b->used++] = byte;
	pthread_mutex_unlock(&b->lock);
}

void buffer_check(struct buffer *b)
{
	int sum = 0;

	ought_lock(&b->lock);
	pthread_mutex_lock(&b->lock);
	for (int i = 0; i < b->used; i++)
		sum += b->byte[i];
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_lock(&b->lock);
	b->used = 0;
	b->checked += sum;
	pthread_mutex_unlock(&b->lock);
	ought_unlock(&b->lock);
}

static void *writes(void *unused)
{
	for (int i = 0; i < bytes; i++)
		buffer_write(buffer, 1);
	return unused;
}

static void *checks(void *unused)
{
	buffer_check(buffer);
	buffer_check(buffer);
	return unused;
}

int main(int argc, char **argv)
{
	bytes = subject_input(argc, argv, 2);
	buffer = calloc(1, sizeof *buffer);
	monitor_init(&buffer->lock);
	RUN(NULL, writes, writes, checks);
	buffer_check(buffer);
	assert(buffer->checked == 2 * bytes);
	free(buffer);
	return 0;
}
