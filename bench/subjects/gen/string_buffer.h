/* SPDX-License-Identifier: Apache-2.0
 *
 * A growing text that threads may share. */
#pragma once

#include <stddef.h>

struct string_buffer;

struct string_buffer *string_buffer_new(const char *text);
void string_buffer_free(struct string_buffer *b);
size_t string_buffer_length(struct string_buffer *b);
void string_buffer_append(struct string_buffer *b, const char *text);
/* Remove the character at an index; nothing happens if there is none. */
void string_buffer_delete_char(struct string_buffer *b, size_t index);
/* Insert all of another buffer at an index; nothing happens if there is no such index. */
void string_buffer_insert(struct string_buffer *b, size_t index, struct string_buffer *other);
