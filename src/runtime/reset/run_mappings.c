/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/run_mappings.h"

#include <sys/mman.h>

#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/engine/failure.h"
#include "runtime/memory/snapshot.h"
#include "runtime/reset/kernel_state.h"

static uintptr_t end_of(const void *at, size_t size)
{
	return ((uintptr_t)at + size + HD_PAGE - 1) & ~(uintptr_t)(HD_PAGE - 1);
}

static void add_piece(struct hd_mapping *list, unsigned *n, uintptr_t lo, uintptr_t hi)
{
	if (*n == HD_MAX_MAPPINGS)
		hd_taint(HD_TAINT_MAPPINGS);
	else
		list[(*n)++] = (struct hd_mapping){lo, hi};
}

void hd_mappings_add(void *at, size_t size)
{
	struct hd_kernel_state *k = &hd_kernel_state;

	add_piece(k->mappings, &k->nmappings, (uintptr_t)at, end_of(at, size));
}

/* Pieces may lie side by side. Each round finds the piece that the rest begins in. */
static bool covers(const struct hd_mapping *list, unsigned n, uintptr_t lo, uintptr_t hi)
{
	for (unsigned i = 0; i < n && lo < hi;)
		if (list[i].lo <= lo && lo < list[i].hi) {
			lo = list[i].hi;
			i = 0;
		} else {
			i++;
		}
	return lo >= hi;
}

bool hd_mappings_have(const void *at, size_t size)
{
	return covers(hd_kernel_state.mappings, hd_kernel_state.nmappings, (uintptr_t)at, end_of(at, size));
}

static void cut_piece(unsigned i, uintptr_t lo, uintptr_t hi)
{
	struct hd_kernel_state *k = &hd_kernel_state;
	struct hd_mapping old = k->mappings[i];

	k->mappings[i] = k->mappings[--k->nmappings];
	if (old.lo < lo)
		add_piece(k->mappings, &k->nmappings, old.lo, lo);
	if (hi < old.hi)
		add_piece(k->mappings, &k->nmappings, hi, old.hi);
}

bool hd_mappings_cut(void *at, size_t size)
{
	struct hd_kernel_state *k = &hd_kernel_state;
	uintptr_t lo = (uintptr_t)at, hi = end_of(at, size);

	if (!hd_mappings_have(at, size))
		return hd_mappings_change(at, size);
	for (unsigned i = k->nmappings; i-- > 0;)
		if (k->mappings[i].lo < hi && lo < k->mappings[i].hi)
			cut_piece(i, lo, hi);
	return true;
}

bool hd_mappings_change(void *at, size_t size)
{
	struct hd_kernel_state *k = &hd_kernel_state;
	uintptr_t lo = (uintptr_t)at, hi = end_of(at, size);

	if (hd_mappings_have(at, size))
		return true;
	if (!hd_snapshot_has_plain(lo, hi))
		return false;
	if (!covers(k->changed, k->nchanged, lo, hi))
		add_piece(k->changed, &k->nchanged, lo, hi);
	return true;
}

size_t hd_mappings_size(void)
{
	const struct hd_kernel_state *k = &hd_kernel_state;
	size_t sum = 0;

	for (unsigned i = 0; i < k->nmappings; i++)
		sum += k->mappings[i].hi - k->mappings[i].lo;
	return sum;
}

void hd_mappings_undo(void)
{
	struct hd_kernel_state *k = &hd_kernel_state;

	for (unsigned i = 0; i < k->nmappings; i++)
		HD_REAL(munmap)((void *)k->mappings[i].lo, k->mappings[i].hi - k->mappings[i].lo);
	for (unsigned i = 0; i < k->nchanged; i++)
		if (HD_REAL(mmap)((void *)k->changed[i].lo, k->changed[i].hi - k->changed[i].lo,
				  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
				  0) == MAP_FAILED)
			hd_taint(HD_TAINT_MAPPINGS);
	k->nmappings = k->nchanged = 0;
}
