/* SPDX-License-Identifier: Apache-2.0
 * string_buffer.c: a buffer of text is appended to another while a third party shortens it.
 * IDIOM: 1
 * FAILS: assert
 * INPUT: 8
 * PAPER: 8 12.0 1 0.8 40 56.4 61 49.1
 *
 * The bug: append() asks for the length and then for the characters, both under the lock, but not
 * under one. The root: unlock in buffer_delete() => lock in buffer_copy(). */
#include "../subject.h"
#include <assert.h>
#include <string.h>

enum { SIZE = 64 };

struct buffer {
	pthread_mutex_t lock;
	char text[SIZE];
	int length;
};

static struct buffer log_text, page;
static int lines;

static void buffer_init(struct buffer *b)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&b->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
}

static int buffer_length(struct buffer *b)
{
	int length;

	pthread_mutex_lock(&b->lock);
	length = b->length;
	pthread_mutex_unlock(&b->lock);
	return length;
}

static void buffer_add(struct buffer *b, char c)
{
	pthread_mutex_lock(&b->lock);
	if (b->length < SIZE)
		b->text[b->length++] = c;
	pthread_mutex_unlock(&b->lock);
}

static void buffer_set(struct buffer *b, int at, char c)
{
	pthread_mutex_lock(&b->lock);
	if (at < b->length)
		b->text[at] = c;
	pthread_mutex_unlock(&b->lock);
}

static void buffer_delete(struct buffer *b, int from)
{
	pthread_mutex_lock(&b->lock);
	if (from < b->length)
		b->length = from;
	pthread_mutex_unlock(&b->lock);
}

static void buffer_copy(struct buffer *b, int count, char *to)
{
	pthread_mutex_lock(&b->lock);
	assert(count <= b->length);
	memcpy(to, b->text, (size_t)count);
	pthread_mutex_unlock(&b->lock);
}

static void buffer_append(struct buffer *b, struct buffer *other)
{
	char copy[SIZE];
	int count;

#ifdef FIXED
	pthread_mutex_lock(&other->lock);
#endif
	count = buffer_length(other);
	buffer_copy(other, count, copy);
#ifdef FIXED
	pthread_mutex_unlock(&other->lock);
#endif
	for (int i = 0; i < count && i < 4; i++)
		buffer_add(b, copy[i]);
}

/* Writes lines to the log; each round ends with a new one, from the beginning. */
static void *writer(void *unused)
{
	for (int i = 0; i < lines; i++) {
		buffer_add(&log_text, (char)('a' + i % 26));
		if (i % 4 == 1)
			buffer_set(&log_text, i / 2, '-');
	}
	buffer_delete(&log_text, 1);
	return unused;
}

/* Decorates the page, with the log somewhere in it. */
static void *painter(void *unused)
{
	for (int i = 0; i < lines; i++) {
		buffer_add(&page, '|');
		if (i == lines / 2)
			buffer_append(&page, &log_text);
		else if (i % 5 == 2)
			buffer_set(&page, i, '+');
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	lines = 4 + 3 * subject_input(argc, argv, 8);
	buffer_init(&log_text);
	buffer_init(&page);
	a = subject_start(writer, NULL);
	b = subject_start(painter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
