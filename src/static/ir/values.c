/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/values.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/ir/global_names.h"

#define MOST_INITIAL 100000 /* elements of one array that are looked at for pointers */

static size_t hash(LLVMValueRef value, size_t cap)
{
	return (size_t)(((uintptr_t)value >> 4) * 0x9e3779b97f4a7c15u >> 20) & (cap - 1);
}

static void make_room(struct hd_extract *x)
{
	struct hd_value *old = x->values;
	size_t cap = x->values_cap;

	if (x->nvalues * 2 < cap)
		return;
	x->values_cap = cap ? cap * 2 : 4096;
	x->values = hd_new(x->values_cap, sizeof *x->values);
	for (size_t i = 0; i < cap; i++) {
		size_t at;

		if (!old[i].value)
			continue;
		for (at = hash(old[i].value, x->values_cap); x->values[at].value;)
			at = (at + 1) & (x->values_cap - 1);
		x->values[at] = old[i];
	}
	free(old);
}

/* The entry of a value, valid until the next one is asked for; *added: it is new and empty. */
static struct hd_value *entry(struct hd_extract *x, LLVMValueRef value, bool *added)
{
	size_t at;

	make_room(x);
	for (at = hash(value, x->values_cap); x->values[at].value; at = (at + 1) & (x->values_cap - 1))
		if (x->values[at].value == value) {
			*added = false;
			return &x->values[at];
		}
	*added = true;
	x->nvalues++;
	x->values[at] = (struct hd_value){value, HD_NOWHERE, {HD_NIL, 0}};
	return &x->values[at];
}

static bool is_nothing(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) || LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value) ||
	       LLVMIsAConstantFP(value) || LLVMIsAConstantAggregateZero(value) || LLVMIsABasicBlock(value) ||
	       LLVMIsAInlineAsm(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMMetadataTypeKind;
}

bool hd_value_may_point(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		return true;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) == 64;
	default:
		return false;
	}
}

static struct hd_cell global_cell(struct hd_extract *x, LLVMValueRef global)
{
	if (LLVMIsAFunction(global)) {
		uint32_t number = hd_value_function(x, global);

		return hd_cells_object(&x->facts->cells, HD_OBJECT_FUNCTION, number);
	}
	if (LLVMIsAGlobalAlias(global))
		return hd_value_cell(x, LLVMAliasGetAliasee(global));
	if (LLVMIsThreadLocal(global))
		return hd_cells_object(&x->facts->cells, HD_OBJECT_STACK, HD_NIL);
	if (LLVMIsGlobalConstant(global))
		return hd_cells_object(&x->facts->cells, HD_OBJECT_CONSTANT, HD_NIL);
	return hd_cells_object(&x->facts->cells, HD_OBJECT_GLOBAL, hd_global_name(x, global));
}

static void init_global(struct hd_extract *x, LLVMValueRef global, struct hd_cell cell)
{
	LLVMValueRef initial = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;

	if (initial)
		hd_value_initial(x, cell, initial);
}

static struct hd_cell constant_cell(struct hd_extract *x, LLVMValueRef value)
{
	switch (LLVMGetConstOpcode(value)) {
	case LLVMGetElementPtr:
		hd_value_element(x, value);
		return hd_value_cell(x, value);
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
		return hd_value_cell(x, LLVMGetOperand(value, 0));
	default:
		return hd_cells_fresh(&x->facts->cells);
	}
}

void hd_value_number_block(struct hd_extract *x, LLVMBasicBlockRef block, uint32_t number)
{
	hd_value_from(x, LLVMBasicBlockAsValue(block), (struct hd_root){number, 0});
}

uint32_t hd_value_block(struct hd_extract *x, LLVMBasicBlockRef block)
{
	bool added;

	return entry(x, LLVMBasicBlockAsValue(block), &added)->root.value;
}

static uint32_t new_root(struct hd_extract *x, LLVMValueRef value)
{
	uint32_t block = HD_NIL;

	if (LLVMIsAInstruction(value))
		block = hd_value_block(x, LLVMGetInstructionParent(value));
	return HD_ADD(x->facts, value_blocks, block);
}

struct hd_cell hd_value_cell(struct hd_extract *x, LLVMValueRef value)
{
	bool added;
	struct hd_value *v;
	struct hd_cell cell;

	if (is_nothing(value))
		return HD_NOWHERE;
	v = entry(x, value, &added);
	if (hd_is_somewhere(v->cell))
		return v->cell;
	if (LLVMIsAGlobalValue(value)) {
		cell = global_cell(x, value);
		entry(x, value, &added)->cell = cell;
		init_global(x, value, cell);
		return cell;
	}
	if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr) {
		hd_value_element(x, value);
		return entry(x, value, &added)->cell;
	}
	cell = LLVMIsAConstantExpr(value) ? constant_cell(x, value) : hd_cells_fresh(&x->facts->cells);
	entry(x, value, &added)->cell = cell;
	return cell;
}

struct hd_root hd_value_root(struct hd_extract *x, LLVMValueRef value)
{
	bool added;
	struct hd_root root;

	if (is_nothing(value))
		return (struct hd_root){HD_NIL, 0};
	root = entry(x, value, &added)->root;
	if (root.value != HD_NIL)
		return root;
	if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMBitCast)
		return hd_value_root(x, LLVMGetOperand(value, 0));
	root = (struct hd_root){new_root(x, value), 0};
	entry(x, value, &added)->root = root;
	return root;
}

void hd_value_is(struct hd_extract *x, LLVMValueRef value, struct hd_cell cell)
{
	bool added;
	struct hd_value *v = entry(x, value, &added);

	if (!hd_is_somewhere(cell))
		return;
	if (hd_is_somewhere(v->cell))
		hd_cells_unify(&x->facts->cells, v->cell, cell);
	else
		v->cell = cell;
}

void hd_value_from(struct hd_extract *x, LLVMValueRef value, struct hd_root root)
{
	bool added;

	entry(x, value, &added)->root = root;
}

/* One index of a getelementptr: bytes are added to *offset, or the array is noted. Gives the type inside. */
static LLVMTypeRef step_into(struct hd_extract *x, LLVMTypeRef type, LLVMValueRef index, struct hd_cell *at,
			     bool *moved)
{
	LLVMTypeRef inner;
	uint64_t size, count;

	if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
		unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);

		at->offset += (int64_t)LLVMOffsetOfElement(x->layout, type, field);
		return LLVMStructGetTypeAtIndex(type, field);
	}
	inner = LLVMGetElementType(type);
	size = LLVMABISizeOfType(x->layout, inner);
	count =
	    LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength(type) : LLVMGetVectorSize(type);
	if (!LLVMIsAConstantInt(index)) {
		hd_cells_array(&x->facts->cells, *at, count, size);
		*moved = true;
		return inner;
	}
	at->offset += (int64_t)size * LLVMConstIntGetSExtValue(index);
	return inner;
}

void hd_value_element(struct hd_extract *x, LLVMValueRef value)
{
	LLVMValueRef base = LLVMGetOperand(value, 0), index = LLVMGetOperand(value, 1);
	LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
	struct hd_cell start = hd_value_cell(x, base), at = start;
	struct hd_root root = hd_value_root(x, base);
	uint64_t size = LLVMABISizeOfType(x->layout, type);
	bool moved = false;

	if (!hd_is_somewhere(start)) /* offsetof and the like */
		start = at = hd_cells_fresh(&x->facts->cells);
	if (LLVMIsAConstantInt(index)) {
		at.offset += (int64_t)size * LLVMConstIntGetSExtValue(index);
	} else {
		HD_ADD(x->facts, shifts, (struct hd_shift){at, size});
		moved = true;
	}
	for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(value); i++)
		type = step_into(x, type, LLVMGetOperand(value, i), &at, &moved);
	hd_value_is(x, value, at);
	if (!moved && root.value != HD_NIL)
		hd_value_from(x, value,
			      (struct hd_root){root.value, root.offset + (at.offset - start.offset)});
}

static void initial_elements(struct hd_extract *x, struct hd_cell at, LLVMValueRef initial, LLVMTypeRef type)
{
	uint64_t size = LLVMABISizeOfType(x->layout, LLVMGetElementType(type));
	unsigned count = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength(type) : 0;

	if (LLVMIsAConstantDataSequential(initial))
		return;
	for (unsigned i = 0; i < count && i < MOST_INITIAL; i++)
		hd_value_initial(x, (struct hd_cell){at.node, at.offset + (int64_t)(size * i)},
				 LLVMGetOperand(initial, i));
}

void hd_value_initial(struct hd_extract *x, struct hd_cell at, LLVMValueRef initial)
{
	LLVMTypeRef type = LLVMTypeOf(initial);

	if (is_nothing(initial))
		return;
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
			int64_t offset = at.offset + (int64_t)LLVMOffsetOfElement(x->layout, type, i);

			hd_value_initial(x, (struct hd_cell){at.node, offset}, LLVMGetOperand(initial, i));
		}
		break;
	case LLVMArrayTypeKind:
		initial_elements(x, at, initial, type);
		break;
	default:
		if (hd_value_may_point(initial))
			hd_cells_unify(&x->facts->cells, hd_cells_load(&x->facts->cells, at),
				       hd_value_cell(x, initial));
	}
}

/* The number of a function is where it stands in facts->functions; its entry among the values holds it. */
uint32_t hd_value_function(struct hd_extract *x, LLVMValueRef function)
{
	struct hd_static_facts *f = x->facts;
	struct hd_root root = hd_value_root(x, function);
	size_t length;
	const char *name = LLVMGetValueName2(function, &length);
	struct hd_fact_function new = {.result = HD_NOWHERE, .nparams = LLVMCountParams(function)};

	if (root.offset)
		return (uint32_t)root.offset - 1;
	new.name = hd_sprintf("%.*s", (int)length, name);
	new.result = hd_cells_fresh(&f->cells);
	new.first_param = (uint32_t)f->nparams;
	for (unsigned i = 0; i < new.nparams; i++) {
		struct hd_cell cell = hd_value_cell(x, LLVMGetParam(function, i));

		HD_ADD(f, params, cell);
	}
	root.offset = (int64_t)HD_ADD(f, functions, new) + 1;
	hd_value_from(x, function, root);
	return (uint32_t)root.offset - 1;
}
