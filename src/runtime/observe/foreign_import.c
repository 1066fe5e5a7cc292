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

/* Where the import leads: the slot itself says so once it is bound. */
static uintptr_t target_of(const struct hd_import *import)
{
	uintptr_t bound = *(const uintptr_t *)import->slot;

	return hd_foreign_code(bound) ? bound : (uintptr_t)dlsym(RTLD_DEFAULT, import->name);
}

static bool leads_through_stub(uintptr_t address)
{
	return f.stubs && address - (uintptr_t)f.stubs < (uintptr_t)STUBS_MAX * HD_ARCH_STUB_SIZE;
}

static bool redirect(const struct hd_import *import, void *unused)
{
	uintptr_t *slot = (uintptr_t *)import->slot, target;
	uintptr_t page = import->slot & ~(HD_PAGE - 1), stub = 0;

	(void)unused;
	if (!import->is_function || !*slot || leads_through_stub(*slot))
		return false;
	target = target_of(import);
	if (target && hd_foreign_code(target))
		stub = stub_for(target);
	/* Import tables may be read-only by now. They stay writable afterwards, which does no harm. */
	if (stub && !mprotect((void *)page, HD_PAGE, PROT_READ | PROT_WRITE))
		*slot = stub;
	return false;
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *data)
{
	const struct hd_module *known = NULL;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < info->dlpi_phnum && !known; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			known = hd_module_of(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	if (known && known->instrumented)
		hd_module_each_import(info, redirect, NULL);
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
