/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/run_memory.h"

#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"

#define CHUNK	  (64UL << 10)
#define MIN_SHIFT 4 /* pieces are powers of two, from 16 bytes on */
#define CLASSES	  48

struct piece {
	struct piece *next;
};

struct chunk { /* kept from run to run; a piece that is larger gets a chunk of its own size */
	struct chunk *next;
	size_t size, used;
	char bytes[] __attribute__((aligned(16)));
};

static struct chunk *chunks;	     /* all of them, the newest first */
static struct piece *free_[CLASSES]; /* given back, by size */

void hd_run_memory_begin(void)
{
	for (struct chunk *c = chunks; c; c = c->next)
		c->used = 0;
	hd_fill(free_, 0, sizeof free_);
}

static unsigned class_of(size_t size)
{
	unsigned class = 0;

	while (1UL << (class + MIN_SHIFT) < size)
		class ++;
	return class;
}

static struct chunk *chunk_with(size_t size)
{
	size_t room = size > CHUNK ? size : CHUNK;
	struct chunk *c = chunks;

	while (c && size > c->size - c->used)
		c = c->next;
	if (c)
		return c;
	c = hd_own_alloc(sizeof *c + room);
	c->size = room;
	c->next = chunks;
	chunks = c;
	return c;
}

static void *carve(size_t size)
{
	struct chunk *c = chunk_with(size);
	void *p = c->bytes + c->used;

	c->used += size;
	return p;
}

void *hd_run_alloc(size_t size)
{
	unsigned class = class_of(size);
	struct piece *p = free_[class];

	if (p)
		free_[class] = p->next;
	else
		p = carve(1UL << (class + MIN_SHIFT));
	hd_fill(p, 0, size);
	return p;
}

void hd_run_free(void *p, size_t size)
{
	struct piece *piece = p;
	unsigned class = class_of(size);

	piece->next = free_[class];
	free_[class] = piece;
}
