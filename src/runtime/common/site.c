/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/site.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/arch.h"
#include "runtime/arch/imports.h"
#include "runtime/common/full.h"
#include "runtime/common/own_code.h"
#include "runtime/common/rt.h"

#define INDEX_BITS 20 /* twice HD_MAX_SITES */
#define NO_MODULE  UINT32_MAX
#define TLS_MOST   (16u << 20) /* bytes below the thread pointer; more is not what the loader reserves */
_Static_assert(HD_MAX_CODE <= 3u << (HD_PC_BITS - 2), "a quarter stays free: that keeps probing short");

struct hd_pc *hd_pcs;
struct hd_leading hd_leading;

static struct hd_module modules[HD_MAX_MODULES];
static unsigned nmodules;
static uint32_t *site_hashes;	   /* by site */
static uint32_t *site_index_table; /* (module, offset) -> site */
static uint32_t *pc_list;	   /* used entries of hd_pcs, in order of registration */
static struct counts {
	uint32_t used, shared_seen, points_mode, ready, indexed;
} * counts; /* kept where forked runs can add to it */
static struct hd_pc unknown;

void hd_tables_lock(void)
{
	unsigned worker = (unsigned)(hd_rt.slot - hd_rt.wire->workers), spins = 0;

	while (!hd_wire_lock(hd_rt.wire, worker))
		if (++spins > 1000)
			hd_syscall(SYS_sched_yield);
}

void hd_tables_unlock(void)
{
	hd_wire_unlock(hd_rt.wire);
}

static uint32_t hash_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	uint64_t h = 0;

	for (path = slash ? slash + 1 : path; *path; path++)
		h = hd_mix64(h ^ (unsigned char)*path);
	return (uint32_t)h;
}

static void copy_build_id(struct hd_wire_module *m, const struct dl_phdr_info *info, const ElfW(Phdr) * ph)
{
	const char *p = (const char *)(info->dlpi_addr + ph->p_vaddr), *end = p + ph->p_memsz;

	while (p + sizeof(ElfW(Nhdr)) <= end) {
		const ElfW(Nhdr) *n = (const void *)p;
		const char *name = p + sizeof *n, *desc = name + ((n->n_namesz + 3) & ~3u);

		if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
			m->build_id_len = n->n_descsz < HD_BUILD_ID_MAX ? n->n_descsz : HD_BUILD_ID_MAX;
			memcpy(m->build_id, desc, m->build_id_len);
			return;
		}
		p = desc + ((n->n_descsz + 3) & ~3u);
	}
}

/* Where the thread-local variables of the module are, if they lie at the same distance from the thread
 * pointer in each thread: those of modules that were loaded at the start do. */
static void note_tls(struct hd_wire_module *m, const struct dl_phdr_info *info)
{
	uintptr_t pointer = hd_arch_tls(), at = (uintptr_t)info->dlpi_tls_data;

	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS && at && at < pointer && pointer - at < TLS_MOST) {
			m->tls_below = pointer - at;
			m->tls_size = info->dlpi_phdr[i].p_memsz;
		}
}

/* The shared index of a module: found by path or added; NO_MODULE if there is no room. Called with the tables
 * locked. */
static uint32_t module_index(const char *path, const struct dl_phdr_info *info)
{
	struct hd_wire *w = hd_rt.wire;
	uint32_t n = atomic_load(&w->nmodules);

	for (uint32_t i = 0; i < n && i < HD_MAX_MODULES; i++)
		if (!strncmp(w->modules[i].path, path, HD_PATH_MAX - 1))
			return i;
	if (hd_is_full(HD_FULL_MODULES, n))
		return NO_MODULE;
	strncpy(w->modules[n].path, path, HD_PATH_MAX - 1);
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			copy_build_id(&w->modules[n], info, &info->dlpi_phdr[i]);
	atomic_store(&w->nmodules, n + 1);
	return n;
}

/* The module was built with heddle-cc. The return address of __tsan_init() would not show that: an optimised
 * constructor jumps there, so that the call seems to come from the loader. */
static void note_instrumented(struct hd_module *m)
{
	m->instrumented = true;
	hd_rt.wire->modules[m->index].instrumented = 1;
	atomic_store(&hd_rt.wire->instrumented, 1);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *data)
{
	char path[PATH_MAX] = "";
	uintptr_t lo = UINTPTR_MAX, hi = 0, variables = UINTPTR_MAX;
	uint32_t index;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD)
			continue;
		lo = at < lo ? at : lo;
		hi = at + ph->p_memsz > hi ? at + ph->p_memsz : hi;
		if (ph->p_flags & PF_W)
			variables = at < variables ? at : variables;
	}
	for (unsigned i = 0; i < nmodules; i++)
		if (modules[i].lo == lo)
			return 0;
	if (lo > hi || hd_is_full(HD_FULL_MODULES, nmodules))
		return 0;
	if (info->dlpi_name && info->dlpi_name[0])
		strncpy(path, info->dlpi_name, sizeof path - 1);
	else if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		strcpy(path, "program");
	hd_tables_lock();
	index = module_index(path, info);
	hd_tables_unlock();
	if (index == NO_MODULE)
		return 0;
	modules[nmodules] = (struct hd_module){.lo = lo,
					       .hi = hi,
					       .variables = variables,
					       .base = info->dlpi_addr,
					       .index = index,
					       .hash = hash_name(path)};
	note_tls(&hd_rt.wire->modules[index], info);
	if (hd_module_imports(info, "__tsan_init"))
		note_instrumented(&modules[nmodules]);
	nmodules++;
	return 0;
}

const struct hd_module *hd_module_of_tls(uintptr_t thread_pointer, uintptr_t address)
{
	uintptr_t below = thread_pointer - address;

	for (unsigned i = 0; i < nmodules; i++) {
		const struct hd_wire_module *m = &hd_rt.wire->modules[modules[i].index];

		if (below <= m->tls_below && m->tls_below - below < m->tls_size)
			return &modules[i];
	}
	return NULL;
}

const struct hd_module *hd_module_of(uintptr_t address)
{
	for (unsigned i = 0; i < nmodules; i++)
		if (address >= modules[i].lo && address < modules[i].hi)
			return &modules[i];
	return NULL;
}

bool hd_is_constant(uintptr_t address)
{
	const struct hd_module *m = hd_module_of(address);

	return m && address < m->variables;
}

void hd_modules_look(void)
{
	dl_iterate_phdr(add_module, NULL);
}

static const struct hd_module *module_of_code(uintptr_t pc)
{
	const struct hd_module *m = hd_module_of(pc);

	if (!m && nmodules < hd_rt.wire->most[HD_FULL_MODULES]) { /* loaded since we last looked */
		hd_modules_look();
		m = hd_module_of(pc);
	}
	return m;
}

/* Sites of one kilobyte of code are neighbours in the table, which keeps it on few pages: each process fills
 * it anew. */
static uint32_t index_slot(uint32_t module, uint64_t offset)
{
	uint64_t block = hd_mix64(((uint64_t)module << 48) ^ offset >> 10) >> (64 - INDEX_BITS + 8);

	return (uint32_t)(block << 8 | (offset >> 2 & 0xff));
}

/* Sites that other workers added since: they come into this process's index now. */
static void index_new_sites(uint32_t n)
{
	for (; counts->indexed < n; counts->indexed++) {
		const struct hd_wire_site *s = &hd_rt.wire->sites[counts->indexed];
		uint32_t i = index_slot(s->module, s->offset);

		while (site_index_table[i])
			i = (i + 1) & ((1u << INDEX_BITS) - 1);
		site_index_table[i] = counts->indexed;
	}
}

static uint32_t find_site(uint32_t module, uint64_t offset)
{
	uint32_t i = index_slot(module, offset);

	for (; site_index_table[i]; i = (i + 1) & ((1u << INDEX_BITS) - 1)) {
		const struct hd_wire_site *s = &hd_rt.wire->sites[site_index_table[i]];

		if (s->offset == offset && s->module == module)
			return site_index_table[i];
	}
	return HD_NO_SITE;
}

/* The shared index of a site: found or added. */
static uint32_t site_index(uint32_t module, uint64_t offset)
{
	struct hd_wire *w = hd_rt.wire;
	uint32_t n, found;

	hd_tables_lock();
	n = atomic_load(&w->nsites);
	n = n ? n : 1; /* site 0 is "unknown" */
	index_new_sites(n);
	found = find_site(module, offset);
	if (!found && !hd_is_full(HD_FULL_SITES, n)) {
		w->sites[n].offset = offset;
		w->sites[n].module = module;
		found = n;
		atomic_store(&w->nsites, n + 1);
		index_new_sites(n + 1);
	}
	hd_tables_unlock();
	return found;
}

bool hd_site_is_shared(uint32_t site)
{
	return atomic_load_explicit(&hd_rt.wire->sites[site].flags, memory_order_relaxed) & HD_SITE_SHARED;
}

/* What this worker or another learns during a run does not change the run's scheduling points: its replay
 * must find the same points from the beginning on. */
static bool was_shared_at_begin(uint32_t site)
{
	uint32_t learnt = atomic_load_explicit(&hd_rt.wire->sites[site].learnt, memory_order_relaxed);

	return learnt && learnt <= counts->shared_seen;
}

bool hd_site_is_point(uint32_t site)
{
	switch (counts->points_mode) {
	case HD_POINTS_ALL:
		return true;
	case HD_POINTS_SYNC:
		return false;
	default:
		return was_shared_at_begin(site);
	}
}

/* As a replay does. */
static bool learns_nothing(void)
{
	return hd_rt.wire->replaying && !hd_rt.wire->learns;
}

static struct hd_pc *add_pc(struct hd_pc *e, uintptr_t pc)
{
	const struct hd_module *m;

	if (hd_is_full(HD_FULL_CODE, counts->used))
		return &unknown;
	m = module_of_code(pc);
	if (!m)
		return &unknown;
	e->site = site_index(m->index, pc - m->base);
	e->flags = hd_site_is_point(e->site) ? HD_PC_POINT : 0;
	if (learns_nothing())
		e->flags |= HD_PC_SHARED;
	if (m->instrumented || (m == &modules[0] && !atomic_load(&hd_rt.wire->instrumented)))
		e->flags |= HD_PC_CONTROLLED;
	site_hashes[e->site] = (uint32_t)hd_mix64(((uint64_t)m->hash << 32) ^ (pc - m->base));
	pc_list[counts->used++] = (uint32_t)(e - hd_pcs);
	e->pc = pc;
	return e;
}

struct hd_pc *hd_pc_find_slow(uintptr_t pc)
{
	uintptr_t i;

	if (hd_by_syscall(pc)) /* never entered: each system call comes from somewhere else */
		pc = hd_rt.run.self->syscall_pc;
	i = hd_pc_slot(pc);
	while (hd_pcs[i].pc && hd_pcs[i].pc != pc)
		i = (i + 1) & ((1u << HD_PC_BITS) - 1);
	return hd_pcs[i].pc ? &hd_pcs[i] : add_pc(&hd_pcs[i], pc);
}

uint32_t hd_site_of(uintptr_t pc)
{
	return hd_pc_find(pc)->site;
}

bool hd_caller_controlled(uintptr_t pc)
{
	return hd_pc_find(pc)->flags & HD_PC_CONTROLLED;
}

uint32_t hd_site_hash(uint32_t site)
{
	return site_hashes[site];
}

uintptr_t hd_site_address(uint32_t site)
{
	const struct hd_wire_site *s = &hd_rt.wire->sites[site];

	for (unsigned i = 0; site != HD_NO_SITE && i < nmodules; i++)
		if (modules[i].index == s->module)
			return modules[i].base + s->offset;
	return 0;
}

void hd_site_share(uint32_t site)
{
	/* Nearly always known already: only looking leaves the line in the caches of all workers. */
	if (site == HD_NO_SITE || learns_nothing() || hd_site_is_shared(site))
		return;
	hd_tables_lock();
	hd_wire_share_site(hd_rt.wire, site);
	hd_tables_unlock();
}

void hd_sites_run_begin(enum hd_points points)
{
	uint32_t shared = atomic_load_explicit(&hd_rt.wire->shared_sites, memory_order_acquire);

	atomic_store_explicit(&hd_rt.slot->points_known, shared, memory_order_relaxed);
	if (counts->ready && counts->shared_seen == shared && counts->points_mode == (uint32_t)points)
		return;
	counts->ready = 1;
	counts->shared_seen = shared;
	counts->points_mode = points;
	for (uint32_t i = 0; i < counts->used; i++) {
		struct hd_pc *e = &hd_pcs[pc_list[i]];

		e->flags = (e->flags & ~HD_PC_POINT) | (hd_site_is_point(e->site) ? HD_PC_POINT : 0);
		e->skip = 0;
	}
}

uint32_t hd_sites_shared(void)
{
	return counts->shared_seen;
}

void hd_sites_wake(void)
{
	for (uint32_t i = 0; i < counts->used; i++) {
		struct hd_pc *e = &hd_pcs[pc_list[i]];

		if (!(e->flags & (HD_PC_POINT | HD_PC_ATOMIC)) || e->skip < 0)
			e->skip = 0;
	}
}

void hd_sites_init(void)
{
	if (counts)
		return;
	counts = hd_keep_alloc(sizeof *counts);
	hd_pcs = hd_keep_alloc(sizeof *hd_pcs << HD_PC_BITS);
	counts->indexed = 1;
	site_index_table = hd_keep_alloc(sizeof *site_index_table << INDEX_BITS);
	pc_list = hd_keep_alloc(sizeof *pc_list << HD_PC_BITS);
	site_hashes = hd_keep_alloc(sizeof *site_hashes * HD_MAX_SITES);
	hd_modules_look();
}
