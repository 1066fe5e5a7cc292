/* SPDX-License-Identifier: Apache-2.0
 *
 * After BufferedInputStream of the JDK (bug 7 of the paper): closing does not take the lock, and takes the
 * buffer away from a thread that reads. */
#include "input_stream.h"

#include <pthread.h>
#include <stdlib.h>

struct input_stream {
	pthread_mutex_t lock;
	unsigned char *buffer;
	size_t size, at;
};

struct input_stream *input_stream_open(size_t size)
{
	struct input_stream *s = calloc(1, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	s->buffer = calloc(1, size + 1);
	s->size = size;
	return s;
}

int input_stream_read(struct input_stream *s)
{
	int byte = -1;

	pthread_mutex_lock(&s->lock);
	if (s->buffer && s->at < s->size)
		byte = s->buffer[s->at++];
	pthread_mutex_unlock(&s->lock);
	return byte;
}

int input_stream_skip(struct input_stream *s, unsigned n)
{
	int skipped = 0;

	while (n-- > 0 && input_stream_read(s) >= 0)
		skipped++;
	return skipped;
}

int input_stream_close(struct input_stream *s)
{
	unsigned char *buffer;

#ifdef FIXED
	pthread_mutex_lock(&s->lock);
#endif
	buffer = s->buffer;
	s->buffer = NULL;
	free(buffer);
#ifdef FIXED
	pthread_mutex_unlock(&s->lock);
#endif
	return buffer ? 0 : -1;
}

void input_stream_free(struct input_stream *s)
{
	free(s->buffer);
	pthread_mutex_destroy(&s->lock);
	free(s);
}
