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

/* How many columns of a terminal a valid string takes: most characters take one, those of East Asian scripts
 * and pictures two, accents that belong to the character before them none. */
size_t hd_width(const char *s);
/* The same of its first bytes, which end with a whole character. */
size_t hd_width_of_bytes(const char *s, size_t bytes);
/* Bytes of the first characters, as many as fit into n columns. */
size_t hd_prefix(const char *s, size_t n);
/* Where the last characters begin, as many as fit into n columns. */
size_t hd_suffix(const char *s, size_t n);
