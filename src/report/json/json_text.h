/* SPDX-License-Identifier: Apache-2.0
 *
 * What JSON files of all kinds need: strings that may be anything, and the way to the file. */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that are no UTF-8 (arguments, file names) are shown as question marks: JSON has no room for them.
 * NULL is null. */
json_t *hd_json_text(const char *s);
/* A number, and from 2^63 on its digits as text: readers of JSON take numbers to be signed. */
json_t *hd_json_u64(uint64_t value);
json_t *hd_json_texts(char *const *list, size_t n);

/* Write it, and be done with it. 0, or -1 with errno. */
int hd_json_write(json_t *root, FILE *f);
