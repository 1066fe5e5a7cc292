/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's calls into libraries that were not rebuilt lead through stubs: see foreign.h. */
#include "runtime/observe/foreign_import.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/arch/addresses.h"
#include "runtime/arch/arch.h"
#include "runtime/arch/imports.h"
#include "runtime/common/full.h"
#include "runtime/common/site.h"
#include "runtime/memory/snapshot.h"

#define STUBS_MAX (2 * HD_MAX_FOREIGN_CALLS) /* slots of a hash table */
/* One that says that there was a call, and one for each module, also for those that there is no room for. */
#define FLAGS_SIZE ((2 + HD_MAX_MODULES + HD_PAGE - 1) / HD_PAGE * HD_PAGE)

static struct {
	char *stubs;		      /* after the pages with the flags */
	uintptr_t targets[STUBS_MAX]; /* where each leads, 0: it is free */
	unsigned n;
} f;

/* ---- stubs ---- */

static bool make_room(void)
{
	size_t size = FLAGS_SIZE + (size_t)STUBS_MAX * HD_ARCH_STUB_SIZE;
	char *at;

	if (f.stubs)
		return !hd_is_full(HD_FULL_FOREIGN_CALLS, f.n);
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return false;
	hd_snapshot_exclude(at, size);
	hd_foreign_called = (uint8_t *)at;
	hd_foreign_marks = hd_foreign_called + 1;
	f.stubs = at + FLAGS_SIZE;
	return true;
}

static void protect_stubs(int protection)
{
	if (f.stubs)
		mprotect(f.stubs, (size_t)STUBS_MAX * HD_ARCH_STUB_SIZE, protection);
}

/* One for each target, in a place that depends on little else: the program may look at the address. 0: there
 * is no room. The stubs must be writable. */
static uintptr_t stub_for(uintptr_t target)
{
	unsigned at = (unsigned)(target * 0x9E3779B97F4A7C15ULL >> 32) % STUBS_MAX;

	if (!make_room())
		return 0;
	while (f.targets[at] && f.targets[at] != target)
		at = (at + 1) % STUBS_MAX;
	if (!f.targets[at]) {
		hd_arch_write_stub(f.stubs + (size_t)at * HD_ARCH_STUB_SIZE, hd_foreign_called,
				   &hd_foreign_marks[hd_module_of(target)->index], target);
		f.targets[at] = target;
		f.n++;
	}
	return (uintptr_t)f.stubs + (size_t)at * HD_ARCH_STUB_SIZE;
}

/* ---- dlsym ---- */

static bool is_function_at(const void *address)
{
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	return dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol &&
	       ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
}

void *hd_foreign_symbol(void *found)
{
	uintptr_t stub;

	if (!found || !hd_foreign_code((uintptr_t)found) || !is_function_at(found))
		return NULL;
	protect_stubs(PROT_READ | PROT_WRITE);
	stub = stub_for((uintptr_t)found);
	protect_stubs(PROT_READ | PROT_EXEC);
	return (void *)stub;
}

/* ---- import tables ---- */

struct imports { /* of one module */
	uintptr_t base;
	const ElfW(Rela) * list[2];
	size_t n[2];
	const ElfW(Sym) * symbols;
	const char *strings;
};

static void note_tag(struct imports *m, const ElfW(Dyn) * d)
{
	switch (d->d_tag) {
	case DT_JMPREL:
		m->list[0] = (const void *)d->d_un.d_ptr;
		break;
	case DT_PLTRELSZ:
		m->n[0] = d->d_un.d_val / sizeof(ElfW(Rela));
		break;
	case DT_RELA:
		m->list[1] = (const void *)d->d_un.d_ptr;
		break;
	case DT_RELASZ:
		m->n[1] = d->d_un.d_val / sizeof(ElfW(Rela));
		break;
	case DT_SYMTAB:
		m->symbols = (const void *)d->d_un.d_ptr;
		break;
	case DT_STRTAB:
		m->strings = (const void *)d->d_un.d_ptr;
		break;
	default:
		break;
	}
}

/* Where the import leads: the slot itself says so once it is bound. */
static uintptr_t target_of(const struct imports *m, const ElfW(Rela) * r, const uintptr_t *slot)
{
	const ElfW(Sym) *symbol = &m->symbols[ELF64_R_SYM(r->r_info)];

	if (hd_foreign_code(*slot))
		return *slot;
	return (uintptr_t)dlsym(RTLD_DEFAULT, m->strings + symbol->st_name);
}

static bool is_function(const struct imports *m, const ElfW(Rela) * r)
{
	unsigned type = (unsigned)ELF64_R_TYPE(r->r_info);
	const ElfW(Sym) *symbol = &m->symbols[ELF64_R_SYM(r->r_info)];

	return type == HD_RELOCATION_OF_CALL ||
	       (type == HD_RELOCATION_OF_ADDRESS && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC);
}

static bool leads_through_stub(uintptr_t address)
{
	return f.stubs && address - (uintptr_t)f.stubs < (uintptr_t)STUBS_MAX * HD_ARCH_STUB_SIZE;
}

static void redirect(const struct imports *m, const ElfW(Rela) * r)
{
	uintptr_t *slot = (uintptr_t *)(m->base + r->r_offset), target;
	uintptr_t page = (uintptr_t)slot & ~(HD_PAGE - 1), stub = 0;

	if (!is_function(m, r) || !*slot || leads_through_stub(*slot))
		return;
	target = target_of(m, r, slot);
	if (target && hd_foreign_code(target))
		stub = stub_for(target);
	/* Import tables may be read-only by now. They stay writable afterwards, which does no harm. */
	if (stub && !mprotect((void *)page, HD_PAGE, PROT_READ | PROT_WRITE))
		*slot = stub;
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct imports m = {.base = info->dlpi_addr};
	const struct hd_module *known = NULL;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && !known)
			known = hd_module_of(info->dlpi_addr + p->p_vaddr);
		if (p->p_type == PT_DYNAMIC)
			for (const ElfW(Dyn) *d = (const void *)(info->dlpi_addr + p->p_vaddr); d->d_tag; d++)
				note_tag(&m, d);
	}
	if (!known || !known->instrumented || !m.symbols || !m.strings)
		return 0;
	for (unsigned k = 0; k < 2; k++)
		for (size_t i = 0; m.list[k] && i < m.n[k]; i++)
			redirect(&m, &m.list[k][i]);
	return 0;
}

void hd_foreign_look(void)
{
	hd_foreign_find();
	/* Also in runs without analyses: a replay must find the heap as the recorded run had it, and looking
	 * up symbols may allocate from it. */
	protect_stubs(PROT_READ | PROT_WRITE);
	dl_iterate_phdr(look_at_module, NULL);
	protect_stubs(PROT_READ | PROT_EXEC);
}
