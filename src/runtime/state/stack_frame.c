/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/stack_frame.h"

#include <stdint.h>

#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"

/* From the frame of __tsan_func_entry to the stack pointer of its caller: saved frame pointer and return
 * address. Each call that the function makes leaves its return address in the second of them. */
#define ENTRY_FRAME 16

static uintptr_t stack_pointer_of(const struct hd_call *c)
{
	return c->sp + ENTRY_FRAME;
}

static uintptr_t word_at(uintptr_t addr)
{
	return *(const uintptr_t *)addr;
}

/* The end of a function's frame: behind the only word between `lo` and `hi` that is its return address; 0:
 * none is, or several are. */
static uintptr_t frame_end(uintptr_t lo, uintptr_t hi, uintptr_t return_address)
{
	uintptr_t end = 0;

	for (uintptr_t at = lo; at + sizeof at <= hi; at += sizeof at) {
		if (word_at(at) != return_address)
			continue;
		if (end)
			return 0;
		end = at + sizeof at;
	}
	return end;
}

/* How far a place that may be in the function is from one that certainly is; 0: too far. */
static uint32_t distance(const struct hd_module *m, uintptr_t pc, uintptr_t code)
{
	return pc >= m->lo && pc < m->hi && pc - code + INT32_MAX <= UINT32_MAX ? (uint32_t)(pc - code) : 0;
}

static void describe_frame(const struct hd_thread *t, uint32_t depth, uintptr_t lo,
			   struct hd_wire_place *place)
{
	const struct hd_call *c = &t->calls[depth - 1];
	const struct hd_module *m = hd_module_of(c->code);

	if (!m)
		return;
	place->module = m->index;
	place->size = c->code - m->base;
	place->alloc_site = distance(m, word_at(lo - sizeof lo), c->code);
	place->free_site = depth < t->depth ? distance(m, t->calls[depth].pc, c->code) : 0;
}

/* The bytes before an address are a call: by a distance, through a pointer in memory, or by a register. */
static bool follows_call(uintptr_t pc)
{
	const uint8_t *code = (const uint8_t *)pc;

	return code[-5] == 0xE8 || (code[-6] == 0xFF && (code[-5] & 0x38) == 0x10) ||
	       (code[-3] == 0xFF && (code[-2] & 0xF8) == 0x50) ||
	       (code[-2] == 0xFF && (code[-1] & 0xF8) == 0xD0);
}

static bool is_in_library(uint32_t site)
{
	return site != HD_NO_SITE && !hd_rt.wire->modules[hd_rt.wire->sites[site].module].instrumented;
}

uint32_t hd_stack_library_call(const struct hd_thread *t, uint32_t site)
{
	const struct hd_call *c = t->depth && t->depth <= HD_CALLS_MAX ? &t->calls[t->depth - 1] : NULL;
	uintptr_t sp = c ? stack_pointer_of(c) : 0, pc;
	const struct hd_module *m = c ? hd_module_of(c->code) : NULL;

	if (!m || !hd_is_here(t) || !is_in_library(site) || !m->instrumented || sp % sizeof sp ||
	    sp < (uintptr_t)t->stack_lo + sizeof sp || sp > (uintptr_t)t->stack_hi)
		return HD_NO_SITE;
	pc = word_at(sp - sizeof sp);
	return pc >= m->lo + 8 && pc < m->hi && follows_call(pc) ? hd_site_of(pc) : HD_NO_SITE;
}

bool hd_stack_activation(const struct hd_thread *t, uintptr_t addr, uint32_t *depth, uintptr_t *lo,
			 uintptr_t *hi)
{
	uint32_t d = t->depth;

	if (!d || d > HD_CALLS_MAX || addr < stack_pointer_of(&t->calls[d - 1]))
		return false; /* it belongs to code that does not tell when a function begins */
	while (d > 1 && addr >= stack_pointer_of(&t->calls[d - 2]))
		d--;
	*lo = stack_pointer_of(&t->calls[d - 1]);
	*hi = d > 1 ? stack_pointer_of(&t->calls[d - 2]) : (uintptr_t)t->stack_hi;
	*depth = d - 1;
	return *lo % sizeof *lo == 0 && *lo >= (uintptr_t)t->stack_lo + sizeof *lo &&
	       *hi <= (uintptr_t)t->stack_hi;
}

void hd_stack_frame_of(const struct hd_thread *t, uintptr_t addr, struct hd_wire_place *place)
{
	uint32_t depth;
	uintptr_t lo, hi, end;

	if (!hd_stack_activation(t, addr, &depth, &lo, &hi))
		return;
	end = frame_end(lo, hi, t->calls[depth].pc);
	if (!end)
		return;
	describe_frame(t, depth + 1, lo, place);
	place->freed = addr >= end; /* what the caller has pushed before the call */
	if (place->size)
		place->block = addr >= end ? addr - end + 1 : end - addr;
}
