/* SPDX-License-Identifier: Apache-2.0
 *
 * Text that may come from anywhere (a program's message, a source file, a report file) made fit for a
 * terminal and for JSON, and measured. */
#pragma once

#include <stddef.h>

/* A copy of at most max bytes of valid UTF-8 without control characters: tabs and newlines become spaces, all
 * else that does not belong becomes '?'. NULL stays NULL. */
char *hd_clean(const char *s, size_t max);
/* The same of the first n bytes at most, which need not end with a NUL. */
char *hd_clean_bytes(const char *s, size_t n, size_t max);

/* Characters in a string that is valid; each is taken to be one column wide. */
size_t hd_width(const char *s);
/* Bytes of the first n characters. */
size_t hd_prefix(const char *s, size_t n);
