/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a variable is, debug information says relative to the canonical frame address (CFA), which is the end
 * of the frame, or to a register. Registers are known as far as the tables for exceptions say how the CFA is
 * computed from one of them. */
#include "symbol/local.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "symbol/index.h"
#include "symbol/name.h"
#include "symbol/type.h"

#define MAX_DEPTH 64 /* of nested scopes; more means damaged debug information */

struct frame { /* all addresses are relative to the CFA */
	struct hd_symbol_module *m;
	Dwarf_Die *function;
	Dwarf_Addr pc;	      /* in the function */
	bool anywhere;	      /* a variable counts where it is at any other place of the function */
	unsigned known;	      /* the register whose value is known */
	int64_t known_at;     /* … and its value */
	bool has_base;	      /* DW_OP_fbreg can be used: */
	int64_t base;	      /* … what it counts from    */
	int64_t wanted;	      /* the place to be named … */
	uint64_t wanted_size; /* … and its size           */
};

struct found {
	Dwarf_Die variable, scope;
	int64_t offset; /* of the wanted place in it */
	bool any, several;
};

/* Which register the operation is about, and the number that it adds; false: about none. */
static bool register_of(const Dwarf_Op *op, unsigned *number, int64_t *offset)
{
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*number = op->atom - DW_OP_breg0;
		*offset = (int64_t)op->number;
	} else if (op->atom == DW_OP_bregx) {
		*number = (unsigned)op->number;
		*offset = (int64_t)op->number2;
	} else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		*number = op->atom - DW_OP_reg0;
		*offset = 0;
	} else {
		return false;
	}
	return true;
}

static bool by_register(const struct frame *f, const Dwarf_Op *op, int64_t *at)
{
	unsigned number;
	int64_t offset;

	if (!register_of(op, &number, &offset) || number != f->known)
		return false;
	*at = f->known_at + offset;
	return true;
}

static void find_register(struct frame *f)
{
	Dwarf_Addr bias = 0;
	Dwarf_CFI *cfi = dwfl_module_eh_cfi(f->m->file, &bias);
	Dwarf_Frame *rules = NULL;
	Dwarf_Op *ops;
	size_t nops;
	int64_t offset;

	f->known = UINT32_MAX;
	if (!cfi || dwarf_cfi_addrframe(cfi, f->pc + f->m->bias - bias, &rules) != 0)
		return;
	if (dwarf_frame_cfa(rules, &ops, &nops) == 0 && nops == 1 && register_of(ops, &f->known, &offset))
		f->known_at = -offset;
	free(rules);
}

/* The one operation that says where a variable is, or what a frame counts from. */
static bool only_operation(Dwarf_Die *die, unsigned attribute, Dwarf_Addr pc, Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t nops;

	if (!dwarf_attr_integrate(die, attribute, &attr) ||
	    dwarf_getlocation_addr(&attr, pc, &ops, &nops, 1) != 1 || nops != 1)
		return false;
	*op = *ops;
	return true;
}

static void find_base(struct frame *f)
{
	Dwarf_Op op;

	if (!only_operation(f->function, DW_AT_frame_base, f->pc, &op))
		return;
	if (op.atom == DW_OP_call_frame_cfa)
		f->has_base = true;
	else
		f->has_base = by_register(f, &op, &f->base);
}

static struct frame frame_at(const struct frame *f, Dwarf_Addr pc)
{
	struct frame at = {.m = f->m, .function = f->function, .pc = pc};

	find_register(&at);
	find_base(&at);
	return at;
}

static bool operation_address(const struct frame *f, const Dwarf_Op *op, int64_t *at)
{
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) /* it is in the register */
		return false;
	if (op->atom != DW_OP_fbreg)
		return by_register(f, op, at);
	*at = f->base + (int64_t)op->number;
	return f->has_base;
}

/* The memory that the variable has at some place of the function: where its value is known to be a constant,
 * the compiler does not say that it is in memory, too. */
static bool address_anywhere(const struct frame *f, Dwarf_Die *variable, int64_t *at)
{
	Dwarf_Attribute attr;
	Dwarf_Addr base, start, end;
	ptrdiff_t next = 0;
	Dwarf_Op *ops;
	size_t nops;

	if (!dwarf_attr_integrate(variable, DW_AT_location, &attr))
		return false;
	while ((next = dwarf_getlocations(&attr, next, &base, &start, &end, &ops, &nops)) > 0) {
		struct frame there;

		if (nops != 1 || !end)
			continue;
		there = frame_at(f, end == (Dwarf_Addr)-1 ? f->pc : end - 1);
		if (operation_address(&there, ops, at))
			return true;
	}
	return false;
}

static bool variable_address(const struct frame *f, Dwarf_Die *variable, int64_t *at)
{
	Dwarf_Op op;

	if (f->anywhere)
		return address_anywhere(f, variable, at);
	return only_operation(variable, DW_AT_location, f->pc, &op) && operation_address(f, &op, at);
}

static void look_at_variable(const struct frame *f, Dwarf_Die *variable, Dwarf_Die *scope, struct found *out)
{
	Dwarf_Die type;
	uint64_t size;
	int64_t at;

	if (!variable_address(f, variable, &at) || !hd_type_of(variable, &type) ||
	    !(size = hd_type_size(&type)) || f->wanted < at ||
	    f->wanted + (int64_t)f->wanted_size > at + (int64_t)size)
		return;
	out->several = out->any;
	out->any = true;
	out->variable = *variable;
	out->scope = *scope;
	out->offset = f->wanted - at;
}

/* Look at the variables of a scope and of those inside of it that pc is in; `function` is the innermost one,
 * inlined or not. What an inner scope has hides what is around it. */
static void look_in_scope(const struct frame *f, Dwarf_Die *scope, Dwarf_Die *function, struct found *out,
			  int depth)
{
	struct found here = {0}, inside = {0};
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(scope, &child) != 0)
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_variable:
		case DW_TAG_formal_parameter:
			look_at_variable(f, &child, function, &here);
			break;
		case DW_TAG_lexical_block:
			if (dwarf_haspc(&child, f->pc) > 0)
				look_in_scope(f, &child, function, &inside, depth + 1);
			break;
		case DW_TAG_inlined_subroutine:
			if (dwarf_haspc(&child, f->pc) > 0)
				look_in_scope(f, &child, &child, &inside, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
	if (inside.any)
		*out = inside;
	else if (here.any)
		*out = here;
}

static char *local_name(const struct frame *f, struct found *v)
{
	char *function = hd_die_name(f->m, &v->scope);
	const char *name = dwarf_diename(&v->variable); /* also that of what it is a copy of */
	struct hd_text text;
	Dwarf_Die type;

	if (!function || !name) {
		free(function);
		return NULL;
	}
	hd_text_begin(&text);
	fprintf(text.f, "%s: %s", function, name);
	free(function);
	if (hd_type_of(&v->variable, &type))
		hd_type_part(text.f, &type, (uint64_t)v->offset, f->wanted_size);
	return hd_text_end(&text);
}

/* The call ends right before the address that it returns to. */
static Dwarf_Addr call_address(const struct hd_symbol_module *m, uint64_t back)
{
	return back - 1 - m->bias;
}

/* Where in the function the call is that it has made. */
static Dwarf_Addr current_call(struct hd_symbol_module *m, const struct hd_frame_part *part)
{
	const struct hd_entity *function = hd_entity_at(&m->functions, call_address(m, part->code));

	for (unsigned i = 0; function && i < 2; i++) {
		const struct hd_entity *there = hd_entity_at(&m->functions, call_address(m, part->pc[i]));

		if (there && there->die.addr == function->die.addr)
			return call_address(m, part->pc[i]);
	}
	return call_address(m, part->code);
}

uint64_t hd_module_frame_call(struct hd_symbol_module *m, const struct hd_frame_part *part)
{
	return m->dwarf ? current_call(m, part) + m->bias + 1 : part->code;
}

char *hd_module_local(struct hd_symbol_module *m, const struct hd_frame_part *part)
{
	Dwarf_Addr pc = m->dwarf ? current_call(m, part) : 0;
	struct hd_entity *function = m->dwarf ? hd_entity_at(&m->functions, pc) : NULL;
	struct found found = {0};
	struct frame f;

	if (!function || part->below > INT32_MAX || part->below < -INT32_MAX || part->size > INT32_MAX)
		return NULL;
	f = frame_at(&(struct frame){.m = m, .function = &function->die}, pc);
	f.wanted = -part->below;
	f.wanted_size = part->size ? part->size : 1;
	look_in_scope(&f, f.function, f.function, &found, 0);
	if (!found.any) {
		f.anywhere = true;
		look_in_scope(&f, f.function, f.function, &found, 0);
	}
	return found.any && !found.several ? local_name(&f, &found) : NULL;
}
