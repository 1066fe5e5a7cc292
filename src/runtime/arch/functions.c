/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/functions.h"

#include <elf.h>

/* The usual form of the table, which linkers write: a sorted list of pairs, relative to its own address. */
struct table {
	uint8_t version, frame_encoding, count_encoding, table_encoding;
	int32_t frame;
	uint32_t count;
	struct pair {
		int32_t function, frame;
	} pairs[];
};
#define VERSION	       1
#define COUNT_ENCODING 0x03 /* four bytes */
#define TABLE_ENCODING 0x3b /* four bytes with a sign, relative to the table */

struct frame { /* of one function, as compilers write it: addresses are relative to themselves */
	uint32_t length, common;
	int32_t begin;
	uint32_t size;
};

static const struct table *table_of(const struct dl_phdr_info *module)
{
	for (unsigned i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &module->dlpi_phdr[i];
		const struct table *t = (const void *)(module->dlpi_addr + p->p_vaddr);

		if (p->p_type == PT_GNU_EH_FRAME && p->p_memsz >= sizeof *t && t->version == VERSION &&
		    t->count_encoding == COUNT_ENCODING && t->table_encoding == TABLE_ENCODING &&
		    t->count <= (p->p_memsz - sizeof *t) / sizeof(struct pair))
			return t;
	}
	return NULL;
}

static uintptr_t near(const void *from, int32_t distance)
{
	return (uintptr_t)from + (uintptr_t)(intptr_t)distance;
}

/* 0: it is not told in the usual form. */
static uintptr_t end_of(const struct table *t, const struct pair *p)
{
	const struct frame *f = (const void *)near(t, p->frame);
	uintptr_t begin = near(t, p->function);

	return near(&f->begin, f->begin) == begin ? begin + f->size : 0;
}

size_t hd_module_functions_max(const struct dl_phdr_info *module)
{
	const struct table *t = table_of(module);

	return t ? 2 * (size_t)t->count : 0;
}

size_t hd_module_functions(const struct dl_phdr_info *module, struct hd_function *out)
{
	const struct table *t = table_of(module);
	size_t n = 0;

	for (uint32_t i = 0; t && i < t->count; i++) {
		uintptr_t lo = near(t, t->pairs[i].function), hi = end_of(t, &t->pairs[i]);
		uintptr_t next = i + 1 < t->count ? near(t, t->pairs[i + 1].function) : hi;

		if (hi <= lo || hi > next)
			hi = next;
		out[n++] = (struct hd_function){.lo = lo, .hi = hi};
		if (hi < next)
			out[n++] = (struct hd_function){.lo = hi, .hi = next, .gap = true};
	}
	return n;
}

struct hd_function *hd_function_at(struct hd_function *functions, size_t n, uintptr_t address)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = (lo + hi) / 2;

		if (functions[middle].hi <= address)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < n && functions[lo].lo <= address ? &functions[lo] : NULL;
}
