/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/address.h"

#include <gelf.h>
#include <stdlib.h>

#include "base/fail.h"
#include "symbol/module_state.h"

static int compare_pieces(const void *a, const void *b)
{
	const struct hd_piece *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void add_edge(struct hd_symbol_module *m, uint64_t at)
{
	m->pieces = hd_grow(m->pieces, &m->pieces_cap, m->npieces + 1, sizeof *m->pieces);
	m->pieces[m->npieces++] = (struct hd_piece){.lo = at};
}

static void add_symbols(struct hd_symbol_module *m)
{
	int n = dwfl_module_getsymtab(m->file);

	for (int i = 0; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr addr;

		if (!dwfl_module_getsym_info(m->file, i, &symbol, &addr, NULL, NULL, NULL))
			continue;
		add_edge(m, addr);
		add_edge(m, addr + symbol.st_size);
	}
}

static void add_sections(struct hd_symbol_module *m)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(m->file, &bias);
	Elf_Scn *section = NULL;

	while (elf && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC))
			continue;
		add_edge(m, header.sh_addr + bias);
		add_edge(m, header.sh_addr + header.sh_size + bias);
	}
}

static void list_pieces(struct hd_symbol_module *m)
{
	size_t kept = 1;

	m->pieces_listed = true;
	add_edge(m, 0);
	add_symbols(m);
	add_sections(m);
	qsort(m->pieces, m->npieces, sizeof *m->pieces, compare_pieces);
	for (size_t i = 1; i < m->npieces; i++)
		if (m->pieces[i].lo != m->pieces[kept - 1].lo)
			m->pieces[kept++] = m->pieces[i];
	m->npieces = kept;
}

/* The last one that does not begin after the address. */
static struct hd_piece *piece_at(struct hd_symbol_module *m, uint64_t address)
{
	size_t lo = 0, hi = m->npieces;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->pieces[mid].lo <= address)
			lo = mid;
		else
			hi = mid;
	}
	return &m->pieces[lo];
}

static struct hd_symbol *ask(struct hd_symbol_module *m, uint64_t address)
{
	GElf_Sym symbol;
	GElf_Off offset;
	const char *name = dwfl_module_addrinfo(m->file, address, &offset, &symbol, NULL, NULL, NULL);
	struct hd_symbol *answer = name ? hd_new(1, sizeof *answer) : NULL;

	if (answer)
		*answer = (struct hd_symbol){.name = name,
					     .value = address - offset,
					     .size = symbol.st_size,
					     .type = GELF_ST_TYPE(symbol.st_info)};
	return answer;
}

const struct hd_symbol *hd_symbol_at(struct hd_symbol_module *m, uint64_t address)
{
	struct hd_piece *p;

	if (!m->file)
		return NULL;
	if (!m->pieces_listed)
		list_pieces(m);
	p = piece_at(m, address);
	if (!p->asked)
		p->symbol = ask(m, address);
	p->asked = true;
	return p->symbol;
}
