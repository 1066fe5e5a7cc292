/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/stack_frame.h"

#include "runtime/common/site.h"

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

void hd_stack_frame_of(const struct hd_thread *t, uintptr_t addr, struct hd_wire_place *place)
{
	uint32_t depth = t->depth;
	const struct hd_module *m;
	uintptr_t lo, hi, end, pc;

	if (!depth || depth > HD_CALLS_MAX || addr < stack_pointer_of(&t->calls[depth - 1]))
		return; /* it belongs to code that does not tell when a function begins */
	while (depth > 1 && addr >= stack_pointer_of(&t->calls[depth - 2]))
		depth--;
	lo = stack_pointer_of(&t->calls[depth - 1]);
	hi = depth > 1 ? stack_pointer_of(&t->calls[depth - 2]) : (uintptr_t)t->stack_hi;
	if (lo % sizeof lo || lo < (uintptr_t)t->stack_lo + sizeof lo || hi > (uintptr_t)t->stack_hi)
		return;
	end = frame_end(lo, hi, t->calls[depth - 1].pc);
	pc = word_at(lo - sizeof lo);
	m = end > addr ? hd_module_of(pc) : NULL;
	if (!m)
		return;
	place->module = m->index;
	place->size = pc - m->base;
	place->block = end - addr;
}
