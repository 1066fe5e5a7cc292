/* SPDX-License-Identifier: Apache-2.0
 *
 * The buckets of a hash table whose contents are forgotten when a run is over. A bucket knows the run that
 * used it last, and is empty for every other one, so a table of any size is emptied by counting the run up.
 * The entries are the user's: each has a pointer to the next one of its bucket, and is taken from memory that
 * is forgotten with the run. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct hd_bucket { /* all zero before its first use */
	uint32_t run;
	void *first; /* of its entries */
};

/* The pointer to the first entry of the key's bucket, among `n` buckets. */
static inline void **hd_bucket_of(struct hd_bucket *buckets, size_t n, uint32_t run, uint64_t key)
{
	struct hd_bucket *b = &buckets[(uint32_t)((key * 0x9E3779B97F4A7C15ULL) >> 32) % n];

	if (b->run != run) {
		b->run = run;
		b->first = NULL;
	}
	return &b->first;
}
