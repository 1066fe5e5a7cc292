/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading functions, block by block and instruction by instruction. */
#include "static/ir/extract.h"

#include <stdlib.h>

#include "base/fail.h"
#include "static/ir/acts.h"
#include "static/ir/call_acts.h"
#include "static/ir/seen_values.h"
#include "static/ir/values.h"

static uint64_t size_of(struct hd_extract *x, LLVMValueRef value)
{
	return LLVMABISizeOfType(x->layout, LLVMTypeOf(value));
}

static void extract_load(struct hd_extract *x, LLVMValueRef i)
{
	bool atomic = LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
	LLVMValueRef address = LLVMGetOperand(i, 0);

	hd_extract_act(x, i, atomic ? HD_ATOMIC_LOAD : HD_READ, address)->size = size_of(x, i);
	if (hd_value_may_point(i) && hd_is_somewhere(hd_value_cell(x, address)))
		hd_value_is(x, i, hd_cells_load(&x->facts->cells, hd_value_cell(x, address)));
}

/* A value is put where the address points to. */
static void flows_into(struct hd_extract *x, LLVMValueRef address, LLVMValueRef value)
{
	struct hd_cell at = hd_value_cell(x, address), what;

	if (!hd_value_may_point(value) || !hd_is_somewhere(at))
		return;
	what = hd_value_cell(x, value);
	if (hd_is_somewhere(what))
		hd_cells_unify(&x->facts->cells, hd_cells_load(&x->facts->cells, at), what);
}

static void extract_store(struct hd_extract *x, LLVMValueRef i)
{
	bool atomic = LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
	LLVMValueRef value = LLVMGetOperand(i, 0), address = LLVMGetOperand(i, 1);
	struct hd_act *act;

	act = hd_extract_act(x, i, atomic ? HD_ATOMIC_STORE : HD_WRITE, address);
	act->size = size_of(x, value);
	act->puts_zero = LLVMIsNull(value);
	flows_into(x, address, value);
}

static void extract_update(struct hd_extract *x, LLVMValueRef i, LLVMValueRef stored)
{
	LLVMValueRef address = LLVMGetOperand(i, 0);

	hd_extract_act(x, i, HD_ATOMIC_RMW, address)->size = size_of(x, stored);
	flows_into(x, address, stored);
	if (hd_value_may_point(stored) && hd_is_somewhere(hd_value_cell(x, address)))
		hd_value_is(x, i, hd_cells_load(&x->facts->cells, hd_value_cell(x, address)));
}

/* The value may be what this operand is. */
static void may_be(struct hd_extract *x, LLVMValueRef i, LLVMValueRef operand)
{
	if (hd_value_may_point(operand))
		hd_value_is(x, i, hd_value_cell(x, operand));
}

static void extract_phi(struct hd_extract *x, LLVMValueRef i)
{
	for (unsigned k = 0; hd_value_may_point(i) && k < LLVMCountIncoming(i); k++)
		may_be(x, i, LLVMGetIncomingValue(i, k));
}

/* The same address in another type. */
static void extract_cast(struct hd_extract *x, LLVMValueRef i)
{
	LLVMValueRef from = LLVMGetOperand(i, 0);

	if (!hd_value_may_point(i) || !hd_value_may_point(from))
		return;
	hd_value_is(x, i, hd_value_cell(x, from));
	hd_value_from(x, i, hd_value_root(x, from));
}

/* Arithmetic with addresses as numbers. The difference of two is none. */
static void extract_arithmetic(struct hd_extract *x, LLVMValueRef i, bool sum)
{
	LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);

	if (!hd_value_may_point(i))
		return;
	if (LLVMIsAConstantInt(b) || LLVMIsAConstantInt(a)) {
		may_be(x, i, LLVMIsAConstantInt(b) ? a : b);
	} else if (sum && (LLVMIsAPtrToIntInst(a) || LLVMIsAPtrToIntInst(b))) {
		LLVMValueRef base = LLVMIsAPtrToIntInst(a) ? a : b;

		may_be(x, i, base);
		HD_ADD(x->facts, shifts, (struct hd_shift){hd_value_cell(x, base), 1});
	}
}

static void extract_return(struct hd_extract *x, LLVMValueRef i)
{
	LLVMValueRef value = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
	struct hd_cell cell = value && hd_value_may_point(value) ? hd_value_cell(x, value) : HD_NOWHERE;

	if (hd_is_somewhere(cell))
		hd_cells_unify(&x->facts->cells, x->facts->functions[x->function].result, cell);
}

static void extract_alloca(struct hd_extract *x, LLVMValueRef i)
{
	hd_value_is(x, i, hd_cells_object(&x->facts->cells, HD_OBJECT_STACK, x->block));
}

static void extract_instruction(struct hd_extract *x, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		extract_alloca(x, i);
		break;
	case LLVMLoad:
		extract_load(x, i);
		break;
	case LLVMStore:
		extract_store(x, i);
		break;
	case LLVMAtomicRMW:
		extract_update(x, i, LLVMGetOperand(i, 1));
		break;
	case LLVMAtomicCmpXchg:
		extract_update(x, i, LLVMGetOperand(i, 2));
		break;
	case LLVMGetElementPtr:
		if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind)
			hd_value_element(x, i);
		break;
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMFreeze:
		extract_cast(x, i);
		break;
	case LLVMPHI:
		extract_phi(x, i);
		break;
	case LLVMSelect:
	case LLVMInsertValue:
	case LLVMInsertElement:
	case LLVMExtractValue:
	case LLVMExtractElement:
	case LLVMShuffleVector:
		for (unsigned k = 0; hd_value_may_point(i) && k < (unsigned)LLVMGetNumOperands(i); k++)
			may_be(x, i, LLVMGetOperand(i, k));
		break;
	case LLVMAdd:
	case LLVMOr:
		extract_arithmetic(x, i, true);
		break;
	case LLVMSub:
	case LLVMAnd:
	case LLVMXor:
		extract_arithmetic(x, i, false);
		break;
	case LLVMRet:
		extract_return(x, i);
		break;
	case LLVMCall:
	case LLVMInvoke:
		hd_extract_call(x, i);
		break;
	default:
		break;
	}
}

static void extract_block(struct hd_extract *x, LLVMBasicBlockRef block)
{
	struct hd_static_facts *f = x->facts;
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

	x->block = hd_value_block(x, block);
	f->blocks[x->block].first_act = (uint32_t)f->nacts;
	hd_extract_seen_value(x, block);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		f->instructions++;
		extract_instruction(x, i);
	}
	f->blocks[x->block].nacts = (uint32_t)f->nacts - f->blocks[x->block].first_act;
	f->blocks[x->block].first_successor = (uint32_t)f->nsuccessors;
	for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++)
		HD_ADD(f, successors, hd_value_block(x, LLVMGetSuccessor(last, i)));
	f->blocks[x->block].nsuccessors = (uint32_t)f->nsuccessors - f->blocks[x->block].first_successor;
}

static void extract_body(struct hd_extract *x, LLVMValueRef function)
{
	struct hd_static_facts *f = x->facts;
	uint32_t first = (uint32_t)f->nblocks;

	x->function = hd_value_function(x, function);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		hd_value_number_block(x, b,
				      HD_ADD(f, blocks, (struct hd_fact_block){.function = x->function}));
	f->functions[x->function].first_block = first;
	f->functions[x->function].nblocks = (uint32_t)f->nblocks - first;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		extract_block(x, b);
}

/* Constructors and destructors, which are listed in a variable as { priority, function, data }. */
static void note_starters(struct hd_extract *x, LLVMModuleRef module, const char *name, bool at_end)
{
	LLVMValueRef global = LLVMGetNamedGlobal(module, name);
	LLVMValueRef list = global ? LLVMGetInitializer(global) : NULL;

	for (unsigned i = 0; list && i < (unsigned)LLVMGetNumOperands(list); i++) {
		LLVMValueRef entry = LLVMGetOperand(list, i);
		LLVMValueRef function = LLVMGetNumOperands(entry) > 1 ? LLVMGetOperand(entry, 1) : NULL;

		if (function && LLVMIsAFunction(function)) {
			uint32_t number = hd_value_function(x, function);

			x->facts->functions[number].at_start = true;
			x->facts->functions[number].at_end |= at_end;
		}
	}
}

void hd_extract(struct hd_static_facts *facts, LLVMModuleRef module)
{
	struct hd_extract x = {.facts = facts, .layout = LLVMGetModuleDataLayout(module)};

	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		hd_value_cell(&x, g);
	for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
		if (LLVMCountBasicBlocks(fn))
			extract_body(&x, fn);
	note_starters(&x, module, "llvm.global_ctors", false);
	note_starters(&x, module, "llvm.global_dtors", true);
	free(x.values);
}
