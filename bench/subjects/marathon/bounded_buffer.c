/* SPDX-License-Identifier: Apache-2.0
 * bounded_buffer.c: producers and consumers wait for each other at a buffer; somebody reports how full it is.
 * SETS: struct buffer
 * VIOLATES: buffer_report/buffer_put buffer_report/buffer_get
 * FAILS: assert
 * PAPER: cycles 1, wrong 0
 *
 * The bug: the report takes what went in and what came out from two critical sections. Putting and getting
 * are right: while they wait others come, and that is no violation. */
#include "../monitor.h"

enum { ROOM = 2 };

struct buffer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int item[ROOM];
	int in, out; /* ever */
};

static struct buffer *buffer;
static int items;

void buffer_put(struct buffer *b, int item)
{
	pthread_mutex_lock(&b->lock);
	while (b->in - b->out == ROOM)
		pthread_cond_wait(&b->changed, &b->lock);
	b->item[b->in++ % ROOM] = item;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
}

int buffer_get(struct buffer *b)
{
	int item;

	pthread_mutex_lock(&b->lock);
	while (b->in == b->out)
		pthread_cond_wait(&b->changed, &b->lock);
	item = b->item[b->out++ % ROOM];
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
	return item;
}

int buffer_report(struct buffer *b)
{
	int in, out;

	ought_lock(&b->lock);
	pthread_mutex_lock(&b->lock);
	in = b->in;
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_lock(&b->lock);
	out = b->out;
	pthread_mutex_unlock(&b->lock);
	ought_unlock(&b->lock);
	OUGHT(in >= out);
	return in - out;
}

static void *produces(void *unused)
{
	for (int i = 0; i < items; i++)
		buffer_put(buffer, i);
	return unused;
}

static void *consumes(void *unused)
{
	for (int i = 0; i < items; i++)
		buffer_get(buffer);
	return unused;
}

static void *reports(void *unused)
{
	buffer_report(buffer);
	return unused;
}

int main(int argc, char **argv)
{
	items = 2 + subject_input(argc, argv, 1);
	buffer = calloc(1, sizeof *buffer);
	monitor_init(&buffer->lock);
	pthread_cond_init(&buffer->changed, NULL);
	RUN(NULL, produces, consumes, reports);
	free(buffer);
	return 0;
}
