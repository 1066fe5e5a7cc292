/* SPDX-License-Identifier: Apache-2.0
 * compress.c: blocks of a text are compressed by workers, LZ77 with a hash of three bytes.
 * INPUT: 8
 *
 * A queue with a lock and two condition variables hands out the blocks; main unpacks and compares. */
#include "../subject.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 1 << 16, BLOCKS_MAX = 256, WORKERS = 3, HASH = 1 << 12, QUEUE = 4, MATCH_MAX = 64 };

struct block {
	uint8_t text[BLOCK], packed[2 * BLOCK + 16];
	int size; /* of packed */
};

static struct block blocks[BLOCKS_MAX];
static int nblocks, queue[QUEUE], queued, finished;
static bool complete;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;

static void make_text(struct block *b, uint32_t seed)
{
	static const char words[][8] = {"thread ", "the ",    "lock ", "and ",
					"a ",	   "queue, ", "of ",   "block\n"};
	int n = 0;

	while (n < BLOCK) {
		const char *w = words[(seed = seed * 1664525 + 1013904223) >> 29];

		for (; *w && n < BLOCK; w++)
			b->text[n++] = (uint8_t)*w;
	}
}

static int match(const uint8_t *text, int at, int before)
{
	int n = 0;

	while (n < MATCH_MAX && at + n < BLOCK && text[at + n] == text[before + n])
		n++;
	return n;
}

/* A literal is 0 and a byte; a match is its length and its distance. */
static void pack(struct block *b)
{
	int last[HASH], at = 0, out = 0;

	memset(last, -1, sizeof last);
	while (at < BLOCK) {
		uint32_t h = 0;
		int before = -1, n = 0;

		if (at + 2 < BLOCK) {
			h = (b->text[at] | b->text[at + 1] << 8 | b->text[at + 2] << 16) * 2654435761U >> 20;
			before = last[h];
			last[h] = at;
		}
		if (before >= 0 && at - before < 65536)
			n = match(b->text, at, before);
		if (n < 4) {
			b->packed[out++] = 0;
			b->packed[out++] = b->text[at++];
			continue;
		}
		b->packed[out++] = (uint8_t)n;
		b->packed[out++] = (uint8_t)(at - before);
		b->packed[out++] = (uint8_t)((at - before) >> 8);
		at += n;
	}
	b->size = out;
}

static bool unpacks(const struct block *b)
{
	static uint8_t text[BLOCK];
	int at = 0;

	for (int i = 0; i < b->size;) {
		int n = b->packed[i++], distance;

		if (!n) {
			text[at++] = b->packed[i++];
			continue;
		}
		distance = b->packed[i] | b->packed[i + 1] << 8;
		i += 2;
		for (; n; n--, at++)
			text[at] = text[at - distance];
	}
	return at == BLOCK && !memcmp(text, b->text, BLOCK);
}

static int take(void)
{
	int block = -1;

	pthread_mutex_lock(&lock);
	while (!queued && !complete)
		pthread_cond_wait(&not_empty, &lock);
	if (queued)
		block = queue[--queued];
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&lock);
	return block;
}

static void put(int block)
{
	pthread_mutex_lock(&lock);
	while (queued == QUEUE)
		pthread_cond_wait(&not_full, &lock);
	queue[queued++] = block;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
	int block;

	(void)unused;
	while ((block = take()) >= 0) {
		pack(&blocks[block]);
		pthread_mutex_lock(&lock);
		finished++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[WORKERS];

	nblocks = 32 * subject_input(argc, argv, 8);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < nblocks; i++) {
		make_text(&blocks[i], (uint32_t)i);
		put(i);
	}
	pthread_mutex_lock(&lock);
	complete = true;
	pthread_cond_broadcast(&not_empty);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < nblocks; i++)
		if (!unpacks(&blocks[i]))
			return 1;
	return finished != nblocks;
}
