/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/import.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "symbol/address.h"

#define STUB_SIZE 16

static const unsigned char landing_pad[] = {0xF3, 0x0F, 0x1E, 0xFA}; /* endbr64 */

const unsigned char *hd_code_bytes(struct hd_symbol_module *m, uint64_t lo, uint64_t hi, GElf_Phdr *segment)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(m->file, &bias);
	size_t size, count;
	const char *image = elf ? elf_rawfile(elf, &size) : NULL;

	if (!image || elf_getphdrnum(elf, &count))
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, segment) || segment->p_type != PT_LOAD ||
		    !(segment->p_flags & PF_X) || lo < segment->p_vaddr ||
		    hi > segment->p_vaddr + segment->p_filesz || segment->p_offset > size ||
		    segment->p_filesz > size - segment->p_offset)
			continue;
		return (const unsigned char *)image + segment->p_offset + (lo - segment->p_vaddr);
	}
	return NULL;
}

static int compare_imports(const void *a, const void *b)
{
	const struct hd_import *x = a, *y = b;

	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static void add_import(struct hd_symbol_module *m, Elf *elf, const GElf_Shdr *symbols, Elf_Data *list,
		       const GElf_Rela *entry)
{
	GElf_Sym symbol;
	const char *name;

	if (!gelf_getsym(list, (int)GELF_R_SYM(entry->r_info), &symbol))
		return;
	name = elf_strptr(elf, symbols->sh_link, symbol.st_name);
	if (!name || !*name)
		return;
	m->imports = hd_grow(m->imports, &m->imports_cap, m->nimports + 1, sizeof *m->imports);
	m->imports[m->nimports++] = (struct hd_import){.slot = entry->r_offset, .name = name};
}

/* The entries of one table of relocations. */
static void list_relocations(struct hd_symbol_module *m, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *entries = elf_getdata(section, NULL);
	Elf_Scn *of = elf_getscn(elf, header->sh_link);
	Elf_Data *list = of ? elf_getdata(of, NULL) : NULL;
	GElf_Shdr symbols;
	GElf_Rela entry;

	if (!entries || !list || !gelf_getshdr(of, &symbols))
		return;
	for (int i = 0; gelf_getrela(entries, i, &entry); i++)
		if (GELF_R_SYM(entry.r_info))
			add_import(m, elf, &symbols, list, &entry);
}

static void list_imports(struct hd_symbol_module *m, Elf *elf)
{
	GElf_Shdr header;

	m->imports_listed = true;
	for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA &&
		    header.sh_flags & SHF_ALLOC)
			list_relocations(m, elf, section, &header);
	if (m->nimports)
		qsort(m->imports, m->nimports, sizeof *m->imports, compare_imports);
}

/* The address of the pointer that the stub jumps by; 0: it is no stub. */
static uint64_t slot_of(const unsigned char *code, uint64_t at)
{
	unsigned n = memcmp(code, landing_pad, sizeof landing_pad) == 0 ? sizeof landing_pad : 0;
	int32_t distance;

	n += code[n] == 0xF2; /* bnd */
	if (code[n] != 0xFF || code[n + 1] != 0x25)
		return 0;
	memcpy(&distance, code + n + 2, sizeof distance);
	return at + n + 6 + (uint64_t)(int64_t)distance;
}

const char *hd_symbols_callee(struct hd_symbol_module *m, uint64_t target)
{
	struct hd_import wanted = {0}, *found = NULL;
	GElf_Addr bias;
	Elf *elf = m->file ? dwfl_module_getelf(m->file, &bias) : NULL;
	const unsigned char *code;
	GElf_Phdr segment;
	const struct hd_symbol *symbol;

	if (!elf)
		return NULL;
	if (!m->imports_listed)
		list_imports(m, elf);
	code = hd_code_bytes(m, target, target + STUB_SIZE, &segment);
	wanted.slot = code ? slot_of(code, target) : 0;
	if (wanted.slot && m->nimports)
		found = bsearch(&wanted, m->imports, m->nimports, sizeof wanted, compare_imports);
	if (found)
		return found->name;
	symbol = hd_symbol_at(m, target);
	return symbol && symbol->value == target ? symbol->name : NULL;
}
