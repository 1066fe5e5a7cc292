/* SPDX-License-Identifier: Apache-2.0
 *
 * A module begins with a magic number. Then there are blocks: a word that says which (its first two bits are
 * 1), the number of words in it, and those. */
#include "model/static/bitcode.h"

#include <stdint.h>
#include <string.h>

#define WORD	   4
#define MAGIC	   0xdec04342u /* "BC", 0xc0, 0xde */
#define ENTER	   1u	       /* the abbreviation that opens a block */
#define ENTER_BITS 3u

static uint32_t word_at(const unsigned char *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool is_magic(const unsigned char *bytes, size_t size)
{
	return size >= WORD && word_at(bytes) == MAGIC;
}

/* How many bytes the block at the beginning takes; 0: there is none. */
static size_t block_size(const unsigned char *bytes, size_t size)
{
	uint64_t words;

	if (size < 2 * (size_t)WORD || (word_at(bytes) & ENTER_BITS) != ENTER)
		return 0;
	words = word_at(bytes + WORD);
	return words <= (size - 2 * (size_t)WORD) / WORD ? 2 * (size_t)WORD + (size_t)words * WORD : 0;
}

static bool broken(struct hd_bitcode_module *module, const char *why)
{
	module->error = why;
	return false;
}

bool hd_bitcode_next(const unsigned char *bytes, size_t size, struct hd_bitcode_module *module)
{
	size_t at = module->offset + module->size, start, more;

	while (at < size && !bytes[at])
		at++;
	if (at == size)
		return false;
	if (!is_magic(bytes + at, size - at))
		return broken(module, "it does not begin as bitcode does");
	start = at;
	at += WORD;
	/* No block begins with a zero: that is room for the next module to be aligned. */
	while (at < size && bytes[at] && !is_magic(bytes + at, size - at)) {
		more = block_size(bytes + at, size - at);
		if (!more)
			return broken(module, "it is damaged, or not complete");
		at += more;
	}
	*module = (struct hd_bitcode_module){.offset = start, .size = at - start};
	return true;
}
