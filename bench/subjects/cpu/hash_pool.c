/* SPDX-License-Identifier: Apache-2.0
 * hash_pool.c: a pool of threads hashes messages from a shared queue and counts in a shared table.
 * INPUT: 8
 *
 * The hash is made of rotations and additions on eight words (as cryptographic ones are); results are counted
 * under one of sixteen locks; a counter is kept without a lock, by an atomic. */
#include "../subject.h"

#include <stdatomic.h>
#include <stdint.h>

enum { WORKERS = 4, MESSAGES = 500, WORDS = 256, LOCKS = 16, ROUNDS = 8 };

static uint32_t messages[MESSAGES][WORDS];
static unsigned counts[LOCKS], total, next_message;
static atomic_uint hashed;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, locks[LOCKS];

static uint32_t rotate(uint32_t x, unsigned by)
{
	return x << by | x >> (32 - by);
}

static uint32_t hash(const uint32_t *words)
{
	uint32_t s[8] = {1, 2, 3, 4, 5, 6, 7, 8};

	for (unsigned i = 0; i < WORDS; i++) {
		s[i % 8] += words[i];
		for (unsigned round = 0; round < ROUNDS; round++)
			for (unsigned k = 0; k < 8; k++)
				s[k] = rotate(s[k] + (s[(k + 1) % 8] ^ s[(k + 3) % 8]), 5 + k) + 0x9E3779B9U;
	}
	return s[0] ^ s[3] ^ s[5];
}

static void *work(void *unused)
{
	(void)unused;
	for (;;) {
		unsigned message, slot;

		pthread_mutex_lock(&queue_lock);
		message = next_message < total ? next_message++ : UINT32_MAX;
		pthread_mutex_unlock(&queue_lock);
		if (message == UINT32_MAX)
			return NULL;
		slot = hash(messages[message % MESSAGES]) % LOCKS;
		pthread_mutex_lock(&locks[slot]);
		counts[slot]++;
		pthread_mutex_unlock(&locks[slot]);
		atomic_fetch_add(&hashed, 1);
	}
}

int main(int argc, char **argv)
{
	pthread_t t[WORKERS];
	unsigned sum = 0;

	total = 2000U * (unsigned)subject_input(argc, argv, 8);
	for (unsigned i = 0; i < MESSAGES; i++)
		for (unsigned k = 0; k < WORDS; k++)
			messages[i][k] = i * 31 + k * k;
	for (unsigned i = 0; i < LOCKS; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (unsigned i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (unsigned i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	for (unsigned i = 0; i < LOCKS; i++)
		sum += counts[i];
	return sum != total || hashed != total;
}
