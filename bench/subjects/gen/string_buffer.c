/* SPDX-License-Identifier: Apache-2.0
 *
 * After StringBuffer of the JDK (bug 1 of the paper): the length of what is inserted is asked for before the
 * lock is taken, and a buffer may be inserted into itself. */
#include "string_buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct string_buffer {
	pthread_mutex_t lock;
	char *text;
	size_t length;
};

struct string_buffer *string_buffer_new(const char *text)
{
	struct string_buffer *b = calloc(1, sizeof *b);

	pthread_mutex_init(&b->lock, NULL);
	b->length = text ? strlen(text) : 0;
	b->text = malloc(b->length + 1);
	memcpy(b->text, text ? text : "", b->length + 1);
	return b;
}

void string_buffer_free(struct string_buffer *b)
{
	pthread_mutex_destroy(&b->lock);
	free(b->text);
	free(b);
}

size_t string_buffer_length(struct string_buffer *b)
{
	size_t length;

	pthread_mutex_lock(&b->lock);
	length = b->length;
	pthread_mutex_unlock(&b->lock);
	return length;
}

/* With the lock held. */
static void resize(struct string_buffer *b, size_t length)
{
	char *text = malloc(length + 1);

	memcpy(text, b->text, length < b->length ? length : b->length);
	text[length] = 0;
	free(b->text);
	b->text = text;
	b->length = length;
}

void string_buffer_append(struct string_buffer *b, const char *text)
{
	size_t old, more = strlen(text);

	pthread_mutex_lock(&b->lock);
	old = b->length;
	resize(b, old + more);
	memcpy(b->text + old, text, more);
	pthread_mutex_unlock(&b->lock);
}

void string_buffer_delete_char(struct string_buffer *b, size_t index)
{
	pthread_mutex_lock(&b->lock);
	if (index < b->length) {
		memmove(b->text + index, b->text + index + 1, b->length - index - 1);
		resize(b, b->length - 1);
	}
	pthread_mutex_unlock(&b->lock);
}

/* A copy of the first `n` characters; there must be as many. With the lock held. */
static char *copy_of(const struct string_buffer *b, size_t n)
{
	char *copy = malloc(n + 1);

	if (n > b->length)
		abort();
	memcpy(copy, b->text, n);
	return copy;
}

static void insert_text(struct string_buffer *b, size_t index, const char *text, size_t n)
{
	size_t old = b->length;

	if (index > old)
		return;
	resize(b, old + n);
	memmove(b->text + index + n, b->text + index, old - index);
	memcpy(b->text + index, text, n);
}

void string_buffer_insert(struct string_buffer *b, size_t index, struct string_buffer *other)
{
	size_t n;
	char *copy;

#ifdef FIXED
	pthread_mutex_lock(&other->lock);
	n = other->length;
#else
	n = string_buffer_length(other);
	pthread_mutex_lock(&other->lock);
#endif
	copy = copy_of(other, n);
	pthread_mutex_unlock(&other->lock);
	pthread_mutex_lock(&b->lock);
	insert_text(b, index, copy, n);
	pthread_mutex_unlock(&b->lock);
	free(copy);
}
