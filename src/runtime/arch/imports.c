/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/imports.h"

#include <elf.h>
#include <string.h>

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

static bool names(const struct tables *t, const ElfW(Rela) * r, const char *name)
{
	size_t symbol = ELF64_R_SYM(r->r_info);

	return symbol && !strcmp(t->strings + t->symbols[symbol].st_name, name);
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

bool hd_module_imports(const struct dl_phdr_info *module, const char *name)
{
	struct tables t;

	if (!read_tables(module, &t))
		return false;
	for (unsigned k = 0; k < 2; k++)
		for (size_t i = 0; t.list[k] && i < t.n[k]; i++)
			if (names(&t, &t.list[k][i], name))
				return true;
	return false;
}

void hd_module_slots(const struct dl_phdr_info *module, const char *start, void (*visit)(uintptr_t, void *),
		     void *context)
{
	struct tables t;

	if (!read_tables(module, &t))
		return;
	for (unsigned k = 0; k < 2; k++)
		for (size_t i = 0; t.list[k] && i < t.n[k]; i++) {
			const ElfW(Rela) *r = &t.list[k][i];
			const ElfW(Sym) *symbol = &t.symbols[ELF64_R_SYM(r->r_info)];

			if (!strncmp(t.strings + symbol->st_name, start, strlen(start)))
				visit(module->dlpi_addr + r->r_offset, context);
		}
}
