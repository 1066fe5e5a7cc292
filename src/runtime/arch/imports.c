/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/imports.h"

#include <elf.h>
#include <string.h>

/* How the loader fills in a slot that a call goes through, or that holds the address of a symbol. */
#define RELOCATION_OF_CALL    R_X86_64_JUMP_SLOT
#define RELOCATION_OF_ADDRESS R_X86_64_GLOB_DAT

struct tables {
	const ElfW(Rela) * list[2];
	size_t n[2];
	const ElfW(Sym) * symbols;
	const char *strings;
};

static void note_tag(struct tables *t, const ElfW(Dyn) * d)
{
	switch (d->d_tag) {
	case DT_JMPREL:
		t->list[0] = (const void *)d->d_un.d_ptr;
		break;
	case DT_PLTRELSZ:
		t->n[0] = d->d_un.d_val / sizeof(ElfW(Rela));
		break;
	case DT_RELA:
		t->list[1] = (const void *)d->d_un.d_ptr;
		break;
	case DT_RELASZ:
		t->n[1] = d->d_un.d_val / sizeof(ElfW(Rela));
		break;
	case DT_SYMTAB:
		t->symbols = (const void *)d->d_un.d_ptr;
		break;
	case DT_STRTAB:
		t->strings = (const void *)d->d_un.d_ptr;
		break;
	default:
		break;
	}
}

/* What the kernel maps into each process is not relocated by the loader, and imports nothing. */
static bool is_relocated(const struct dl_phdr_info *module, const struct tables *t)
{
	return t->symbols && t->strings && (uintptr_t)t->symbols >= module->dlpi_addr;
}

static bool read_tables(const struct dl_phdr_info *module, struct tables *t)
{
	*t = (struct tables){0};
	for (unsigned i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &module->dlpi_phdr[i];

		if (p->p_type != PT_DYNAMIC)
			continue;
		for (const ElfW(Dyn) *d = (const void *)(module->dlpi_addr + p->p_vaddr); d->d_tag; d++)
			note_tag(t, d);
	}
	return is_relocated(module, t);
}

static bool is_function(const ElfW(Rela) * r, const ElfW(Sym) * symbol)
{
	unsigned type = (unsigned)ELF64_R_TYPE(r->r_info);

	return type == RELOCATION_OF_CALL ||
	       (type == RELOCATION_OF_ADDRESS && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC);
}

bool hd_module_each_import(const struct dl_phdr_info *module,
			   bool (*visit)(const struct hd_import *, void *context), void *context)
{
	struct tables t;

	if (!read_tables(module, &t))
		return false;
	for (unsigned k = 0; k < 2; k++)
		for (size_t i = 0; t.list[k] && i < t.n[k]; i++) {
			const ElfW(Rela) *r = &t.list[k][i];
			const ElfW(Sym) *symbol = &t.symbols[ELF64_R_SYM(r->r_info)];
			struct hd_import import = {module->dlpi_addr + r->r_offset,
						   t.strings + symbol->st_name, is_function(r, symbol)};

			if (ELF64_R_SYM(r->r_info) && visit(&import, context))
				return true;
		}
	return false;
}

static bool has_name(const struct hd_import *import, void *name)
{
	return !strcmp(import->name, name);
}

bool hd_module_imports(const struct dl_phdr_info *module, const char *name)
{
	return hd_module_each_import(module, has_name, (void *)(uintptr_t)name);
}
