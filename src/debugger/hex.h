/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers and bytes as the remote serial protocol writes them. Readers move *at forward, and never beyond the
 * 0 at the end of the string. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* -1: it is none. */
int hd_hex_digit(char c);
/* A number of up to 64 bits. False: there is none, or it is larger. */
bool hd_hex_number(const char **at, uint64_t *value);
/* The same, and the separator after it. */
bool hd_hex_number_and(const char **at, uint64_t *value, char separator);
/* This word is there. */
bool hd_hex_word(const char **at, const char *word);
/* Two digits for each byte, `n` bytes. False: they are not all there. */
bool hd_hex_bytes(const char **at, unsigned char *out, size_t n);

void hd_hex_put(FILE *f, const void *bytes, size_t n);
void hd_hex_put_text(FILE *f, const char *text);
