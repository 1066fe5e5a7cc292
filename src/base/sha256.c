/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

/* The fractions of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t word_at(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void add_block(struct hd_sha256 *h, const uint8_t *block)
{
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = word_at(block + 4 * (size_t)i);
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
		       (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(v, h->state, sizeof v);
	for (int i = 0; i < 64; i++) {
		uint32_t a = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
			     ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
		uint32_t b = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
			     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += a;
		v[0] = a + b;
	}
	for (int i = 0; i < 8; i++)
		h->state[i] += v[i];
}

void hd_sha256_begin(struct hd_sha256 *h)
{
	*h = (struct hd_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
					  0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void hd_sha256_add(struct hd_sha256 *h, const void *bytes, size_t size)
{
	const uint8_t *p = bytes;

	while (size) {
		size_t used = h->size % 64, n = size < 64 - used ? size : 64 - used;

		memcpy(h->block + used, p, n);
		h->size += n;
		p += n;
		size -= n;
		if (h->size % 64 == 0)
			add_block(h, h->block);
	}
}

void hd_sha256_end(struct hd_sha256 *h, char text[HD_SHA256_TEXT])
{
	uint64_t bits = h->size * 8;
	static const uint8_t padding[64] = {0x80};
	uint8_t length[8];

	for (int i = 0; i < 8; i++)
		length[i] = (uint8_t)(bits >> (56 - 8 * i));
	hd_sha256_add(h, padding, 1 + (119 - h->size % 64) % 64);
	hd_sha256_add(h, length, sizeof length);
	for (size_t i = 0; i < 8; i++)
		snprintf(text + 8 * i, 9, "%08x", h->state[i]);
}

int hd_sha256_file(const char *path, char text[HD_SHA256_TEXT], uint64_t *size)
{
	char buffer[16384];
	struct hd_sha256 h;
	FILE *f = fopen(path, "re");
	size_t n;
	int bad;

	if (!f)
		return -1;
	hd_sha256_begin(&h);
	while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
		hd_sha256_add(&h, buffer, n);
	bad = ferror(f);
	fclose(f);
	if (size)
		*size = h.size;
	hd_sha256_end(&h, text);
	return bad ? -1 : 0;
}
