/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/foreign.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/arch.h"
#include "runtime/caller.h"
#include "runtime/site.h"
#include "runtime/snapshot.h"
#include "runtime/watch.h"

#define STUBS_MAX 4096
#define PAGE	  4096UL
#define FOREIGN	  "foreign" /* its address stands for the one big lock */

static uint8_t nowhere;
uint8_t *hd_foreign_called = &nowhere;

static struct {
	char *stubs; /* after the page with the flag */
	unsigned n;
} f;

/* ---- which libraries ---- */

/* These synchronise by functions that are interposed, or not at all. */
static const char *const familiar[] = {"libc.so",   "libpthread.so", "libm.so",		"ld-linux",
				       "libdl.so",  "librt.so",	     "libgcc_s.so",	"libstdc++.so",
				       "libc++.so", "libc++abi.so",  "libheddle-rt.so", "libunwind.so",
				       "linux-vdso"};

static bool is_familiar(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	for (unsigned i = 0; i < sizeof familiar / sizeof *familiar; i++)
		if (!strncmp(name, familiar[i], strlen(familiar[i])))
			return true;
	return false;
}

bool hd_foreign_code(uintptr_t pc)
{
	const struct hd_module *m = hd_module_of(pc);

	return m && !m->instrumented && !is_familiar(hd_rt.wire->modules[m->index].path);
}

/* ---- the stubs ---- */

static bool make_room(void)
{
	size_t size = PAGE + (size_t)STUBS_MAX * HD_ARCH_STUB_SIZE;
	char *at;

	if (f.stubs)
		return f.n < STUBS_MAX;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return false;
	hd_snapshot_exclude(at, size);
	hd_foreign_called = (uint8_t *)at;
	f.stubs = at + PAGE;
	return true;
}

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

	return type == R_X86_64_JUMP_SLOT ||
	       (type == R_X86_64_GLOB_DAT && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC);
}

static bool leads_through_stub(uintptr_t address)
{
	return f.stubs && address - (uintptr_t)f.stubs < (uintptr_t)STUBS_MAX * HD_ARCH_STUB_SIZE;
}

static void redirect(const struct imports *m, const ElfW(Rela) * r)
{
	uintptr_t *slot = (uintptr_t *)(m->base + r->r_offset), target;
	uintptr_t page = (uintptr_t)slot & ~(PAGE - 1);
	char *stub;

	if (!is_function(m, r) || !*slot || leads_through_stub(*slot))
		return;
	target = target_of(m, r, slot);
	if (!target || !hd_foreign_code(target) || !make_room())
		return;
	stub = f.stubs + (size_t)f.n * HD_ARCH_STUB_SIZE;
	hd_arch_write_stub(stub, hd_foreign_called, target);
	f.n++;
	/* Import tables may be read-only by now; they stay writable, which harms nobody. */
	if (!mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE))
		*slot = (uintptr_t)stub;
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

void hd_foreign_init(void)
{
	/* In runs that nobody watches, too: a replay must find the heap as the run had it, and looking up
	 * symbols may use it. */
	dl_iterate_phdr(look_at_module, NULL);
	if (f.stubs)
		mprotect(f.stubs, (size_t)STUBS_MAX * HD_ARCH_STUB_SIZE, PROT_READ | PROT_EXEC);
}

/* ---- what a call means ---- */

void hd_foreign_entered_slow(struct hd_thread *t)
{
	*hd_foreign_called = 0;
	t->in_foreign = true;
	hd_watch_send(FOREIGN);
}

void hd_foreign_leave_slow(struct hd_thread *t)
{
	hd_foreign_entered(t);
	t->in_foreign = false;
	hd_watch_receive(FOREIGN);
}
