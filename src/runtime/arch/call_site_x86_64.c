/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/call_site.h"

#include "runtime/arch/memory.h"

#define CALL_SIZE      5  /* call rel32 */
#define SLOT_CALL_SIZE 6  /* call *rel32(%rip) */
#define LINKAGE_SIZE   11 /* endbr64, bnd jmp *rel32(%rip) */

static const uint8_t nothing5[CALL_SIZE] = {0x0f, 0x1f, 0x44, 0x00, 0x00};
static const uint8_t nothing6[SLOT_CALL_SIZE] = {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00};

struct range {
	uintptr_t lo, hi;
};

static bool is_in(const struct range *r, uintptr_t at, size_t size)
{
	return at >= r->lo && at < r->hi && size <= r->hi - at;
}

/* Where the four bytes before `after` point to, from there. */
static uintptr_t relative_to(uintptr_t after)
{
	int32_t distance = 0;

	hd_copy(&distance, (const void *)(after - sizeof distance), sizeof distance);
	return after + (uintptr_t)(intptr_t)distance;
}

/* The function whose address an import slot holds; 0: it is no slot of this module. */
static uintptr_t function_in_slot(const struct range *module, uintptr_t slot)
{
	return is_in(module, slot, sizeof slot) ? *(const uintptr_t *)slot : 0;
}

/* An entry of the procedure linkage table leads to what its slot holds. 0: it is no such entry. */
static uintptr_t function_by_linkage(const struct range *module, uintptr_t entry)
{
	const uint8_t *p = (const uint8_t *)entry;

	if (!is_in(module, entry, LINKAGE_SIZE))
		return 0;
	if (p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e && p[3] == 0xfa) /* endbr64 */
		p += 4;
	if (p[0] == 0xf2) /* bnd */
		p++;
	if (p[0] != 0xff || p[1] != 0x25) /* jmp *rel32(%rip) */
		return 0;
	return function_in_slot(module, relative_to((uintptr_t)p + SLOT_CALL_SIZE));
}

struct hd_call_site hd_call_site_before(uintptr_t after, uintptr_t module_lo, uintptr_t module_hi,
					uintptr_t target_lo, uintptr_t target_hi)
{
	const struct range module = {module_lo, module_hi};
	const uint8_t *end = (const uint8_t *)after;
	struct hd_call_site s = {0};
	uintptr_t target;

	if (!is_in(&module, after - SLOT_CALL_SIZE, SLOT_CALL_SIZE))
		return s;
	if (end[-CALL_SIZE] == 0xe8) {
		s.size = CALL_SIZE;
		target = function_by_linkage(&module, relative_to(after));
	} else if (end[-SLOT_CALL_SIZE] == 0xff && end[1 - SLOT_CALL_SIZE] == 0x15) {
		s.size = SLOT_CALL_SIZE;
		target = function_in_slot(&module, relative_to(after));
	} else {
		return s;
	}
	if (target - target_lo >= target_hi - target_lo)
		return (struct hd_call_site){0};
	s.at = after - s.size;
	hd_copy(s.code, (const void *)s.at, s.size);
	return s;
}

const uint8_t *hd_call_site_nothing(const struct hd_call_site *s)
{
	return s->size == CALL_SIZE ? nothing5 : nothing6;
}
