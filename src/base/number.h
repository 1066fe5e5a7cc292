/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as people read and write them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HD_COUNT_TEXT 32

/* 1234567 as "1,234,567"; out holds HD_COUNT_TEXT bytes. Returns out. */
char *hd_count_text(uint64_t n, char *out);

/* A whole decimal number, nothing else, at most `max`. */
bool hd_parse_count(const char *text, uint64_t max, uint64_t *out);
/* A decimal number of seconds, more than 0 and at most a year. */
bool hd_parse_seconds(const char *text, double *out);
