/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA-256 (FIPS 180-4): which file it is, also when somebody would like it to be taken for another one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HD_SHA256_TEXT 65 /* in hexadecimal, with its NUL */

struct hd_sha256 {
	uint32_t state[8];
	uint64_t size; /* bytes so far */
	uint8_t block[64];
};

void hd_sha256_begin(struct hd_sha256 *h);
void hd_sha256_add(struct hd_sha256 *h, const void *bytes, size_t size);
void hd_sha256_end(struct hd_sha256 *h, char text[HD_SHA256_TEXT]);

/* Of a whole file; its size if `size` is not NULL. 0, or -1 with errno. */
int hd_sha256_file(const char *path, char text[HD_SHA256_TEXT], uint64_t *size);
