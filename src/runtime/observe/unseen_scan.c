/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/unseen_scan.h"

#include <elf.h>
#include <string.h>

#include "base/x86_64.h"
#include "runtime/arch/imports.h"

#define MAX_SLOTS  512 /* there are about 130 functions that instrumented code calls, each has up to two */
#define MAX_RANGES 8

/* atexit() and its like are parts of libc that are linked into each program. */
static const char *const libc_calls[] = {"__cxa_atexit", "__cxa_at_quick_exit", "__register_atfork"};

struct scan {
	const struct dl_phdr_info *module;
	struct hd_function *functions;
	size_t n;
	struct slots { /* of the import table */
		uintptr_t at[MAX_SLOTS];
		unsigned n;
	} runtime, calls, libc;
	struct range {
		uintptr_t lo, hi;
	} variables[MAX_RANGES], constants; /* the constants lie in the variables' segment */
	unsigned nvariables;
	struct range whole;
};

static bool is_in(const struct range *r, uintptr_t address)
{
	return address - r->lo < r->hi - r->lo;
}

static void note_slot(struct slots *s, uintptr_t slot)
{
	if (s->n < MAX_SLOTS)
		s->at[s->n++] = slot;
}

static bool starts_with(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

static bool note_import(const struct hd_import *import, void *scan)
{
	struct scan *s = scan;

	if (starts_with(import->name, "__tsan_"))
		note_slot(&s->runtime, import->slot);
	if (starts_with(import->name, "__tsan_func_"))
		note_slot(&s->calls, import->slot);
	for (size_t k = 0; k < sizeof libc_calls / sizeof *libc_calls; k++)
		if (starts_with(import->name, libc_calls[k]))
			note_slot(&s->libc, import->slot);
	return false;
}

static bool is_slot(const struct slots *s, uintptr_t address)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->at[i] == address)
			return true;
	return false;
}

static void note_segments(struct scan *s)
{
	for (unsigned i = 0; i < s->module->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &s->module->dlpi_phdr[i];
		uintptr_t lo = s->module->dlpi_addr + p->p_vaddr;
		struct range range = {lo, lo + p->p_memsz};

		if (p->p_type == PT_LOAD) {
			s->whole.lo = s->whole.lo && s->whole.lo < range.lo ? s->whole.lo : range.lo;
			s->whole.hi = s->whole.hi > range.hi ? s->whole.hi : range.hi;
		}
		if (p->p_type == PT_GNU_RELRO)
			s->constants = range;
		else if (p->p_type == PT_LOAD && p->p_flags & PF_W && s->nvariables < MAX_RANGES)
			s->variables[s->nvariables++] = range;
	}
}

static bool is_variable(const struct scan *s, uintptr_t address)
{
	for (unsigned i = 0; i < s->nvariables; i++)
		if (is_in(&s->variables[i], address) && !is_in(&s->constants, address))
			return true;
	return false;
}

/* The entry of the import table that a branch uses: by itself, or by a piece of code that only jumps there.
 */
static uintptr_t slot_of(const struct scan *s, const struct hd_instruction *i)
{
	struct hd_instruction jump;
	const struct hd_function *stub;

	if (i->memory)
		return i->operand == HD_OPERAND_FIXED ? i->target : 0;
	stub = hd_function_at(s->functions, s->n, i->target);
	for (uintptr_t at = i->target; stub && at < stub->hi; at += jump.length) {
		if (!hd_instruction_at((const uint8_t *)at, (const uint8_t *)stub->hi, &jump))
			return 0;
		if (jump.branch == HD_BRANCH_JUMP && jump.memory && jump.operand == HD_OPERAND_FIXED)
			return jump.target;
		if (jump.map != 1 || jump.opcode != 0x1e) /* endbr64 */
			return 0;
	}
	return 0;
}

struct uses {
	bool runtime; /* it tells the runtime of accesses */
	bool calls;   /* it tells the runtime that it was called */
	bool others;  /* it calls other functions */
	bool libc;    /* it is a part of libc */
	bool atomic;
	bool variables; /* of the module */
	bool pointers;	/* memory by a register */
	bool own;	/* it has addresses of constants or of its stack in registers */
};

static bool copies_stack_pointer(const struct hd_instruction *i)
{
	return i->map == 0 && ((i->opcode == 0x89 && (i->modrm & 0xf8) == 0xe0) ||
			       (i->opcode == 0x8b && (i->modrm & 0xc7) == 0xc4));
}

/* mov $address, %register: in programs that are not position-independent. */
static bool loads_address(const struct scan *s, const struct hd_instruction *i)
{
	return i->map == 0 && (i->opcode & 0xf8) == 0xb8 && is_in(&s->whole, i->target) &&
	       !is_variable(s, i->target);
}

static void note_branch(const struct scan *s, const struct hd_function *f, const struct hd_instruction *i,
			struct uses *u)
{
	bool inside = !i->memory && i->target - f->lo < f->hi - f->lo;
	uintptr_t slot = inside ? 0 : slot_of(s, i);
	bool call = is_slot(&s->calls, slot), access = !call && is_slot(&s->runtime, slot);

	u->calls |= call;
	u->runtime |= access;
	u->libc |= is_slot(&s->libc, slot);
	u->others |= i->branch == HD_BRANCH_CALL && !call && !access;
}

static void note_use(const struct scan *s, const struct hd_function *f, const struct hd_instruction *i,
		     struct uses *u)
{
	bool variable = i->operand == HD_OPERAND_FIXED && is_variable(s, i->target);

	if (i->branch && !u->runtime)
		note_branch(s, f, i, u);
	u->atomic |= i->atomic;
	u->variables |= i->memory && variable && !i->branch;
	u->pointers |= i->memory && i->operand == HD_OPERAND_REGISTER && !i->branch;
	u->own |= copies_stack_pointer(i) || loads_address(s, i) ||
		  (i->operand == HD_OPERAND_FIXED && !variable) ||
		  (!i->memory && i->operand == HD_OPERAND_STACK);
}

/* Whether the function calls or jumps to an unseen one. Code that was rebuilt does not end in a jump to
 * another function; when it jumps there, that is a part of itself which the compiler has put aside. */
static bool leads_to_unseen(const struct scan *s, const struct hd_instruction *i, bool rebuilt)
{
	const struct hd_function *f;

	if (i->branch == HD_BRANCH_NONE || i->memory || (rebuilt && i->branch == HD_BRANCH_JUMP))
		return false;
	f = hd_function_at(s->functions, s->n, i->target);
	return f && f->is == HD_FUNCTION_UNSEEN;
}

/* The function uses memory that is not its own, and does not say so. When it was rebuilt, as its calls show,
 * then it consists of inline assembler; or it reads variables that the compiler knows to be constant. */
static bool uses_memory_silently(const struct uses *u)
{
	if (u->libc || (u->calls && u->others))
		return false;
	return u->variables || (u->pointers && !u->own);
}

static void classify(const struct scan *s, struct hd_function *f)
{
	struct uses u = {0};
	struct hd_instruction i;

	for (uintptr_t at = f->lo; at < f->hi; at += i.length) {
		if (!hd_instruction_at((const uint8_t *)at, (const uint8_t *)f->hi, &i))
			break;
		note_use(s, f, &i, &u);
	}
	if (u.runtime)
		f->is = u.atomic ? HD_FUNCTION_MIXED : HD_FUNCTION_REBUILT;
	else if (u.atomic || (!f->gap && uses_memory_silently(&u)))
		f->is = HD_FUNCTION_UNSEEN;
}

static bool calls_unseen(const struct scan *s, const struct hd_function *f)
{
	struct hd_instruction i;

	for (uintptr_t at = f->lo; at < f->hi; at += i.length) {
		if (!hd_instruction_at((const uint8_t *)at, (const uint8_t *)f->hi, &i))
			return false;
		if (leads_to_unseen(s, &i, f->is == HD_FUNCTION_REBUILT))
			return true;
	}
	return false;
}

/* Functions of this kind that call unseen ones are of the other kind. False: there were none. */
static bool spread(const struct scan *s, enum hd_function_is from, enum hd_function_is to)
{
	bool any = false;

	for (size_t k = 0; k < s->n; k++)
		if (s->functions[k].is == from && !s->functions[k].gap && calls_unseen(s, &s->functions[k])) {
			s->functions[k].is = (uint8_t)to;
			any = true;
		}
	return any;
}

static bool has_unseen(const struct scan *s)
{
	for (size_t k = 0; k < s->n; k++)
		if (s->functions[k].is == HD_FUNCTION_UNSEEN)
			return true;
	return false;
}

void hd_unseen_scan(const struct dl_phdr_info *module, struct hd_function *functions, size_t n)
{
	struct scan s = {.module = module, .functions = functions, .n = n};

	hd_module_each_import(module, note_import, &s);
	note_segments(&s);
	for (size_t k = 0; k < n; k++)
		classify(&s, &functions[k]);
	if (!has_unseen(&s))
		return;
	while (spread(&s, HD_FUNCTION_SEEN, HD_FUNCTION_UNSEEN))
		;
	spread(&s, HD_FUNCTION_REBUILT, HD_FUNCTION_MIXED);
}
