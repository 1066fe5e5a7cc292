/* SPDX-License-Identifier: Apache-2.0
 *
 * The one random number generator (xorshift64* seeded through splitmix64): a few nanoseconds a draw,
 * one word of state, the same sequence everywhere. A run takes all its randomness from one of these. */
#pragma once

#include <stdint.h>

struct hd_rng {
	uint64_t state; /* never 0 */
};

static inline uint64_t hd_mix64(uint64_t x)
{
	x += 0x9E3779B97F4A7C15ULL;
	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
	return x ^ (x >> 31);
}

static inline void hd_rng_seed(struct hd_rng *r, uint64_t seed)
{
	r->state = hd_mix64(seed) | 1;
}

static inline uint64_t hd_rng_next(struct hd_rng *r)
{
	uint64_t x = r->state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	r->state = x;
	return x * 0x2545F4914F6CDD1DULL;
}

/* Uniform in [0, bound); bound must not be 0. The bias is below bound / 2^32: bounds are small. */
static inline uint32_t hd_rng_below(struct hd_rng *r, uint32_t bound)
{
	return (uint32_t)(((hd_rng_next(r) >> 32) * bound) >> 32);
}

/* Uniform in [0, 1). */
static inline double hd_rng_unit(struct hd_rng *r)
{
	return (double)(hd_rng_next(r) >> 11) * 0x1p-53;
}
