/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/byte_cells.h"

#include <string.h>

#include "base/rng.h"

void hd_byte_cells_begin(struct hd_byte_cells *c)
{
	c->run++;
	c->born = 0;
	memset(c->first, 0, sizeof c->first);
}

/* Links to the first cells that end after addr, by level. */
static void cells_seek(struct hd_byte_cells *c, uint64_t addr, struct hd_byte_cell ***links)
{
	struct hd_byte_cell **next = c->first;

	for (unsigned level = HD_BYTE_CELL_LEVELS; level-- > 0;) {
		while (next[level] && next[level]->span.addr + next[level]->span.size <= addr)
			next = next[level]->next;
		links[level] = &next[level];
	}
}

/* A quarter of the cells of each level is on the next one, too: which ones follows from the address. */
static unsigned levels_of(uint64_t addr)
{
	uint64_t dice = hd_mix64(addr);
	unsigned n = 1;

	for (; n < HD_BYTE_CELL_LEVELS && !(dice & 3); dice >>= 2)
		n++;
	return n;
}

/* A new cell at what the links lead to. */
static struct hd_byte_cell *cells_add(struct hd_byte_cells *c, struct hd_byte_cell **const *links,
				      struct hd_span span)
{
	unsigned levels = levels_of(span.addr);
	struct hd_byte_cell *x = hd_arena_take(c->arena, sizeof *x + levels * sizeof(struct hd_byte_cell *));
	void **bucket = hd_bucket_of(c->buckets, HD_BYTE_CELL_BUCKETS, c->run, span.addr);

	if (!x)
		return NULL;
	x->span = span;
	x->data = NULL;
	x->levels = levels;
	for (unsigned i = 0; i < levels; i++) {
		x->next[i] = *links[i];
		*links[i] = x;
	}
	x->same_bucket = *bucket;
	*bucket = x;
	return x;
}

/* The cell ends at addr from now on, and a new one begins there. */
static bool cells_divide(struct hd_byte_cells *c, struct hd_byte_cell *x, uint64_t addr)
{
	struct hd_span rest = {
	    .addr = addr, .size = x->span.addr + x->span.size - addr, .born = x->span.born};
	struct hd_byte_cell **links[HD_BYTE_CELL_LEVELS], *new;

	x->span.size = addr - x->span.addr;
	cells_seek(c, addr, links);
	new = cells_add(c, links, rest);
	if (new && x->data)
		new->data = c->divide(c->to, x->data);
	return new && (!x->data || new->data);
}

/* A cell begins at `end`, or none holds the byte there. x: the first cell that ends after an address before.
 */
static bool cells_end_at(struct hd_byte_cells *c, struct hd_byte_cell *x, uint64_t end)
{
	if (!hd_byte_cell_until(x, end))
		return true;
	if (x->span.addr + x->span.size < end)
		x = hd_byte_cell_until(hd_byte_cells_find(c, end - 1), end);
	return !x || x->span.addr + x->span.size == end || cells_divide(c, x, end);
}

/* The cells in [addr, end) have only bytes of that; false: there is no room. *links: to the first of them. */
static bool cells_cut(struct hd_byte_cells *c, uint64_t addr, uint64_t end, struct hd_byte_cell ***links)
{
	struct hd_byte_cell *x;

	cells_seek(c, addr, links);
	x = *links[0];
	if (x && x->span.addr < addr) {
		if (!cells_divide(c, x, addr))
			return false;
		cells_seek(c, addr, links);
	}
	return cells_end_at(c, *links[0], end);
}

/* There is a cell for each byte in [addr, end), of which no cell goes beyond. links: to the first cell that
 * ends after addr, as cells_seek() gives them. */
static struct hd_byte_cell *fill(struct hd_byte_cells *c, uint64_t addr, uint64_t end, uint32_t born,
				 struct hd_byte_cell ***links)
{
	struct hd_byte_cell *first = NULL, *x;

	while (addr < end) {
		x = *links[0];
		if (!x || x->span.addr > addr) {
			uint64_t until = x && x->span.addr < end ? x->span.addr : end;

			x = cells_add(c, links,
				      (struct hd_span){.addr = addr, .size = until - addr, .born = born});
			if (!x)
				return NULL;
		}
		first = first ? first : x;
		addr = x->span.addr + x->span.size;
		for (unsigned i = 0; i < x->levels; i++)
			links[i] = &x->next[i];
	}
	return first;
}

struct hd_byte_cell *hd_byte_cells_cover(struct hd_byte_cells *c, uint64_t addr, uint64_t size)
{
	struct hd_byte_cell **links[HD_BYTE_CELL_LEVELS], *x;

	for (x = *hd_bucket_of(c->buckets, HD_BYTE_CELL_BUCKETS, c->run, addr); x; x = x->same_bucket)
		if (x->span.addr == addr && x->span.size == size)
			return x;
	if (!cells_cut(c, addr, addr + size, links))
		return NULL;
	x = *links[0];
	return fill(c, addr, addr + size, x && x->span.addr < addr + size ? x->span.born : 0, links);
}

struct hd_byte_cell *hd_byte_cells_find(const struct hd_byte_cells *c, uint64_t addr)
{
	struct hd_byte_cell *const *next = c->first;

	for (unsigned level = HD_BYTE_CELL_LEVELS; level-- > 0;)
		while (next[level] && next[level]->span.addr + next[level]->span.size <= addr)
			next = next[level]->next;
	return next[0];
}

/* Where nothing was there is nothing to forget. Otherwise what is still without a cell gets one, so that all
 * the memory was born at the same time. */
void hd_byte_cells_forget(struct hd_byte_cells *c, uint64_t addr, uint64_t size)
{
	struct hd_byte_cell **links[HD_BYTE_CELL_LEVELS], *x;
	uint64_t end = addr + size;

	if (!size || !hd_byte_cell_until(hd_byte_cells_find(c, addr), end) || !cells_cut(c, addr, end, links))
		return;
	c->born++;
	for (x = fill(c, addr, end, c->born, links); (x = hd_byte_cell_until(x, end)); x = x->next[0]) {
		x->span.born = c->born;
		x->data = NULL;
	}
}
