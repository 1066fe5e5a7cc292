/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/standstill.h"

#include <unwind.h>

#include "runtime/arch/registers.h"
#include "runtime/common/rt.h"
#include "runtime/common/own_code.h"
#include "runtime/common/unwinder.h"

#define REMEMBERED (1u << 16) /* states, of all threads: a power of two */
#define STACK_MAX  (1UL << 20)

typedef __typeof__(&_Unwind_Backtrace) backtrace;
typedef __typeof__(&_Unwind_GetCFA) get_cfa;
typedef __typeof__(&_Unwind_GetGR) get_register;
typedef __typeof__(&_Unwind_GetIP) get_ip;

static backtrace walk;
static get_cfa stack_pointer;
static get_register register_of;
static get_ip code_of;

static volatile bool looks;
static uint64_t *states; /* what was remembered, by its lower bits */

struct frame { /* the innermost one of the program */
	uint64_t registers;
	uintptr_t sp;
};

void hd_standstill_prepare(void)
{
	stack_pointer = (get_cfa)hd_unwinder_symbol("_Unwind_GetCFA");
	register_of = (get_register)hd_unwinder_symbol("_Unwind_GetGR");
	code_of = (get_ip)hd_unwinder_symbol("_Unwind_GetIP");
	if (stack_pointer && register_of && code_of)
		walk = (backtrace)hd_unwinder_symbol("_Unwind_Backtrace");
}

bool hd_standstill_looks(void)
{
	return looks;
}

static uint64_t add(uint64_t hash, uint64_t value)
{
	return hd_mix64(hash ^ value);
}

static uint64_t add_words(uint64_t hash, const void *from, size_t n)
{
	const uint64_t *word = from;

	for (size_t i = 0; i < n; i++)
		hash = ((hash << 5 | hash >> 59) ^ word[i]) * 0x9E3779B97F4A7C15ULL;
	return hash;
}

/* Registers that a called function leaves alone: the others hold nothing while one is called. */
static _Unwind_Reason_Code at_frame(struct _Unwind_Context *context, void *out)
{
	struct frame *f = out;
	const int *kept;
	size_t n = hd_kept_registers(&kept);

	if (hd_by_runtime(code_of(context)))
		return _URC_NO_REASON;
	f->registers = add(0, code_of(context));
	for (size_t i = 0; i < n; i++)
		f->registers = add(f->registers, register_of(context, kept[i]));
	f->sp = stack_pointer(context);
	return _URC_END_OF_STACK; /* found */
}

static uint64_t with_stack(uint64_t hash, const struct hd_thread *t, uintptr_t sp)
{
	uintptr_t top = (uintptr_t)t->stack_hi;

	sp &= ~(uintptr_t)7;
	if (sp < (uintptr_t)t->stack_lo || sp > top || top - sp > STACK_MAX)
		return 0; /* on a stack of the program's own making, or too deep */
	hash = add_words(hash, (const void *)sp, (top - sp) / 8);
	return hash ? hash : 1;
}

uint64_t hd_standstill_state(const struct hd_thread *t)
{
	struct frame f = {0};

	if (!walk || t->in_library)
		return 0;
	looks = true;
	hd_live.active = false;
	walk(at_frame, &f);
	hd_live.active = true;
	looks = false;
	return f.sp ? with_stack(f.registers, t, f.sp) : 0;
}

uint64_t hd_standstill_interrupted(const struct hd_thread *t, const void *context)
{
	uint64_t words[HD_CONTEXT_WORDS];
	size_t n = hd_context_words(context, words);

	return with_stack(add_words(0, words, n), t, hd_context_sp(context) - HD_RED_ZONE);
}

bool hd_standstill_again(const struct hd_thread *t, uint64_t state, uint64_t period)
{
	uint64_t key = add(add(add(state, period), hd_rt.run.epoch), t->id), *place;

	if (!state)
		return false;
	if (!states)
		states = hd_own_alloc(sizeof *states * REMEMBERED);
	place = &states[key % REMEMBERED];
	if (*place == key)
		return true;
	*place = key;
	return false;
}
