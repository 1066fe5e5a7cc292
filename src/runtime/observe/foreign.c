/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/foreign.h"

#include <link.h>
#include <string.h>

#include "runtime/common/full.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/site.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/run_order.h"

#define FOREIGN "foreign" /* its address stands for the one big lock */

static uint8_t nowhere, no_marks[HD_MAX_MODULES + 1]; /* as long as there are no stubs */
uint8_t *hd_foreign_called = &nowhere;
uint8_t *hd_foreign_marks = no_marks;

static struct library_range {
	uintptr_t lo, hi;
	uint32_t module;
} ranges[HD_MAX_FOREIGN]; /* of the libraries that are there */
unsigned hd_foreign_count;

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

static bool is_foreign(const struct hd_module *m)
{
	return !m->instrumented && !is_familiar(hd_rt.wire->modules[m->index].path);
}

bool hd_foreign_code(uintptr_t pc)
{
	const struct hd_module *m = hd_module_of(pc);

	return m && is_foreign(m);
}

static int add_range(struct dl_phdr_info *info, size_t size, void *data)
{
	const struct hd_module *m = NULL;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < info->dlpi_phnum && !m; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			m = hd_module_of(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	if (m && is_foreign(m) && !hd_is_full(HD_FULL_FOREIGN, hd_foreign_count))
		ranges[hd_foreign_count++] = (struct library_range){m->lo, m->hi, m->index};
	return 0;
}

void hd_foreign_find(void)
{
	hd_modules_look();
	hd_foreign_count = 0;
	dl_iterate_phdr(add_range, NULL);
	hd_unseen_look();
}

/* ---- what a call means ---- */

void hd_foreign_entered_slow(struct hd_thread *t)
{
	*hd_foreign_called = 0;
	t->in_foreign = true;
	hd_feed_send(FOREIGN);
}

void hd_foreign_leave_slow(struct hd_thread *t)
{
	hd_foreign_entered(t);
	t->in_foreign = false;
	hd_feed_receive(FOREIGN);
}

void hd_foreign_tell(void)
{
	hd_feed_send(FOREIGN);
}

void hd_foreign_mixed_slow(void)
{
	*hd_foreign_called = 1;
	if (hd_rt.run.had_choices)
		hd_gap(HD_GAP_BIT(UNSEEN));
}

/* ---- pointers to functions ---- */

/* The runtime can read at this address without a crash. */
static bool is_readable(const struct hd_thread *t, uintptr_t addr)
{
	if (addr - (uintptr_t)hd_heap_base < hd_heap_reserved)
		return hd_heap_fine(addr, sizeof(uintptr_t));
	return addr - (uintptr_t)t->stack_lo < (uintptr_t)(t->stack_hi - t->stack_lo) || hd_module_of(addr);
}

void hd_foreign_pointer_slow(const struct hd_thread *t, uintptr_t addr)
{
	uintptr_t value;

	if (addr % sizeof value || !is_readable(t, addr))
		return;
	value = *(const uintptr_t *)addr;
	if (hd_unseen_code(value))
		hd_foreign_mixed_slow();
	for (unsigned i = 0; i < hd_foreign_count; i++)
		if (value >= ranges[i].lo && value < ranges[i].hi)
			*hd_foreign_called = hd_foreign_marks[ranges[i].module] = 1;
}

/* ---- which of them were called ---- */

void hd_foreign_run_begin(void)
{
	for (unsigned i = 0; i < hd_foreign_count; i++)
		hd_foreign_marks[ranges[i].module] = 0;
}

void hd_foreign_run_end(void)
{
	if (!hd_rt.run.had_choices)
		return;
	for (unsigned i = 0; i < hd_foreign_count; i++) {
		if (!hd_foreign_marks[ranges[i].module])
			continue;
		hd_gap(HD_GAP_BIT(BLIND));
		if (ranges[i].module < HD_MAX_MODULES) /* there was room for it */
			atomic_store_explicit(&hd_rt.wire->modules[ranges[i].module].entered, 1,
					      memory_order_relaxed);
	}
}
