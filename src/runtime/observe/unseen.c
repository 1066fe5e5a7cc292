/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/unseen.h"

#include <link.h>
#include <sys/mman.h>

#include "runtime/arch/memory.h"
#include "runtime/observe/unseen_scan.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

HD_OWN unsigned hd_unseen_count;

static struct unseen_module {
	uintptr_t lo;		    /* of the module, whether it has any or not */
	struct hd_function *ranges; /* neighbours of one kind are one range */
	size_t n;
} modules[HD_MAX_MODULES];
static unsigned nmodules;

#define KNOWN_BITS 10
static struct known_place {
	uintptr_t pc;
	unsigned kind; /* the most unseen one of all modules */
} known[1u << KNOWN_BITS];

static bool is_known(uintptr_t lo)
{
	for (unsigned i = 0; i < nmodules; i++)
		if (modules[i].lo == lo)
			return true;
	return false;
}

static bool is_of_interest(const struct hd_function *f)
{
	return f->is == HD_FUNCTION_MIXED || f->is == HD_FUNCTION_UNSEEN;
}

/* Keep those of interest, in the same place. Gaps that hold nothing of interest do not keep neighbours apart.
 */
static size_t condense(struct hd_function *functions, size_t n)
{
	size_t kept = 0;
	bool apart = true;

	for (size_t i = 0; i < n; i++) {
		struct hd_function f = functions[i];

		if (!is_of_interest(&f)) {
			apart |= !f.gap;
			continue;
		}
		if (!apart && functions[kept - 1].is == f.is)
			functions[kept - 1].hi = f.hi;
		else
			functions[kept++] = f;
		apart = false;
	}
	return kept;
}

static void make_room(struct unseen_module *u, size_t n)
{
	u->n = n;
	u->ranges = n ? hd_own_alloc(n * sizeof *u->ranges) : NULL;
}

static bool scan_module(const struct dl_phdr_info *info, struct unseen_module *u)
{
	size_t max = hd_module_functions_max(info), size = max * sizeof(struct hd_function);
	struct hd_function *functions;

	if (!max)
		return true;
	functions = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (functions == MAP_FAILED)
		return false;
	max = hd_module_functions(info, functions);
	hd_unseen_scan(info, functions, max);
	make_room(u, condense(functions, max));
	if (u->n)
		hd_copy(u->ranges, functions, u->n * sizeof *u->ranges);
	munmap(functions, size);
	return true;
}

/* ---- what the processes of a search tell each other: to read all code takes each one milliseconds ---- */

static bool was_scanned(const struct hd_module *m, struct unseen_module *u)
{
	const struct hd_wire_module *known = &hd_rt.wire->modules[m->index];
	const struct hd_wire_code *code = &hd_rt.wire->unseen_code[known->unseen];

	if (!atomic_load_explicit(&known->unseen_known, memory_order_acquire) ||
	    known->unseen > HD_UNSEEN_CODE || known->nunseen > HD_UNSEEN_CODE - known->unseen)
		return false;
	make_room(u, known->nunseen);
	for (size_t i = 0; i < u->n; i++)
		u->ranges[i] = (struct hd_function){
		    .lo = m->base + code[i].lo, .hi = m->base + code[i].hi, .is = (uint8_t)code[i].kind};
	return true;
}

static void note_scanned(const struct hd_module *m, const struct unseen_module *u)
{
	struct hd_wire *w = hd_rt.wire;
	struct hd_wire_module *known = &w->modules[m->index];

	hd_tables_lock();
	if (!known->unseen_known && w->nunseen_code <= HD_UNSEEN_CODE &&
	    u->n <= HD_UNSEEN_CODE - w->nunseen_code) {
		known->unseen = w->nunseen_code;
		known->nunseen = (uint32_t)u->n;
		for (size_t i = 0; i < u->n; i++)
			w->unseen_code[known->unseen + i] =
			    (struct hd_wire_code){.lo = u->ranges[i].lo - m->base,
						  .hi = u->ranges[i].hi - m->base,
						  .kind = u->ranges[i].is};
		w->nunseen_code += (uint32_t)u->n;
		atomic_store_explicit(&known->unseen_known, 1, memory_order_release);
	}
	hd_tables_unlock();
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	const struct hd_module *m = NULL;
	struct unseen_module *u = &modules[nmodules];

	(void)size;
	(void)unused;
	for (unsigned i = 0; i < info->dlpi_phnum && !m; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			m = hd_module_of(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	if (!m || !m->instrumented || is_known(m->lo) || nmodules == HD_MAX_MODULES)
		return 0;
	u->lo = m->lo;
	if (!was_scanned(m, u) && scan_module(info, u))
		note_scanned(m, u);
	nmodules++;
	hd_unseen_count += (unsigned)u->n;
	return 0;
}

void hd_unseen_look(void)
{
	if (!hd_rt.wire->checks || (hd_rt.wire->replaying && !hd_rt.wire->trace))
		return;
	dl_iterate_phdr(look_at_module, NULL);
	hd_fill(known, 0, sizeof known);
}

static unsigned kind_of(const struct unseen_module *m, uintptr_t pc)
{
	const struct hd_function *f = hd_function_at(m->ranges, m->n, pc);

	return f ? f->is : HD_FUNCTION_SEEN;
}

static unsigned most_unseen_kind(uintptr_t pc)
{
	unsigned most = HD_FUNCTION_SEEN;

	for (unsigned i = 0; i < nmodules; i++) {
		unsigned kind = modules[i].n ? kind_of(&modules[i], pc) : HD_FUNCTION_SEEN;

		most = kind > most ? kind : most;
	}
	return most;
}

/* Calls and returns ask for the same few places millions of times. */
static bool is_at_least(uintptr_t pc, unsigned kind)
{
	struct known_place *k = &known[(pc ^ pc >> KNOWN_BITS) & ((1u << KNOWN_BITS) - 1)];

	if (k->pc != pc)
		*k = (struct known_place){.pc = pc, .kind = most_unseen_kind(pc)};
	return k->kind >= kind;
}

bool hd_unseen_code_slow(uintptr_t pc)
{
	return is_at_least(pc, HD_FUNCTION_UNSEEN);
}

bool hd_unseen_mixed_slow(uintptr_t pc)
{
	return is_at_least(pc, HD_FUNCTION_MIXED);
}
