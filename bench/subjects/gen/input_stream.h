/* SPDX-License-Identifier: Apache-2.0
 *
 * A stream of bytes with a buffer. */
#pragma once

#include <stddef.h>

struct input_stream;

struct input_stream *input_stream_open(size_t size);
void input_stream_free(struct input_stream *s);
/* The next byte, or -1 when the stream is closed or at its end. */
int input_stream_read(struct input_stream *s);
int input_stream_skip(struct input_stream *s, unsigned n);
int input_stream_close(struct input_stream *s);
