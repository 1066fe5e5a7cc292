/* SPDX-License-Identifier: Apache-2.0
 * string_buffer.c: a text is appended to another one while a third thread shortens it.
 * SETS: struct buffer
 * VIOLATES: buffer_append/buffer_truncate buffer_append/buffer_put
 * FAILS: assert
 * PAPER: monitor 1 (rate 0.20), AssetFuzzer 1 (0.98)
 *
 * The bug: the other text is asked for its length and then for its characters. It is locked each time, but
 * not in between. */
#include "../monitor.h"
#include <string.h>

enum { SIZE = 64 };

struct buffer {
	pthread_mutex_t lock;
	int length;
	char text[SIZE];
};

static struct buffer *source, *sink;
static int rounds;

int buffer_length(struct buffer *b)
{
	int length;

	pthread_mutex_lock(&b->lock);
	length = b->length;
	pthread_mutex_unlock(&b->lock);
	return length;
}

void buffer_get(struct buffer *b, int count, char *to)
{
	pthread_mutex_lock(&b->lock);
	OUGHT(count <= b->length);
	memcpy(to, b->text, (size_t)count);
	pthread_mutex_unlock(&b->lock);
}

void buffer_put(struct buffer *b, char c)
{
	pthread_mutex_lock(&b->lock);
	if (b->length < SIZE)
		b->text[b->length++] = c;
	pthread_mutex_unlock(&b->lock);
}

void buffer_truncate(struct buffer *b, int length)
{
	pthread_mutex_lock(&b->lock);
	if (length < b->length)
		b->length = length;
	pthread_mutex_unlock(&b->lock);
}

void buffer_append(struct buffer *b, struct buffer *other)
{
	char copy[SIZE];
	int count;

	ought_lock(&other->lock);
	count = buffer_length(other);
	buffer_get(other, count, copy);
	ought_unlock(&other->lock);
	pthread_mutex_lock(&b->lock);
	for (int i = 0; i < count && b->length < SIZE; i++)
		b->text[b->length++] = copy[i];
	pthread_mutex_unlock(&b->lock);
}

static void *writer(void *unused)
{
	for (int i = 0; i < rounds; i++)
		buffer_put(source, 'a');
	buffer_truncate(source, 2);
	return unused;
}

static void *reader(void *unused)
{
	buffer_put(sink, '>');
	buffer_append(sink, source);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 4);
	source = calloc(1, sizeof *source);
	sink = calloc(1, sizeof *sink);
	monitor_init(&source->lock);
	monitor_init(&sink->lock);
	for (int i = 0; i < 6; i++)
		buffer_put(source, 'x');
	RUN(NULL, writer, reader);
	free(source);
	free(sink);
	return 0;
}
