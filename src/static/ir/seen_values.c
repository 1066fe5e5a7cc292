/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/seen_values.h"

#include "static/ir/acts.h"

/* The branch that leads to the block, if that is the only way there; *when: the outcome that leads there. */
static LLVMValueRef only_branch_to(LLVMBasicBlockRef block, bool *when)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	LLVMValueRef branch = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;

	if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
		return NULL;
	*when = LLVMGetSuccessor(branch, 0) == block;
	return branch;
}

/* From X OP number, and whether it is so, follows that X is not 0. */
static bool follows_not_zero(LLVMIntPredicate op, int64_t number, bool when)
{
	switch (op) {
	case LLVMIntEQ:
		return when == (number != 0);
	case LLVMIntNE:
		return when == (number == 0);
	case LLVMIntUGT:
	case LLVMIntSGT:
		return when && number >= 0;
	case LLVMIntUGE:
	case LLVMIntSGE:
		return when && number >= 1;
	case LLVMIntULT:
	case LLVMIntSLT:
		return !when && number >= 1;
	case LLVMIntULE:
	case LLVMIntSLE:
		return !when && number >= 0;
	default:
		return false;
	}
}

/* If a narrower or wider form of a value is not 0, the value is not. */
static LLVMValueRef without_width(LLVMValueRef value)
{
	while (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* The load whose value is not 0 when the condition is as it is said. */
static LLVMValueRef load_seen(LLVMValueRef condition, bool when)
{
	LLVMValueRef value = NULL;

	while (LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMXor &&
	       LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
	       !LLVMIsNull(LLVMGetOperand(condition, 1))) {
		condition = LLVMGetOperand(condition, 0);
		when = !when;
	}
	if (LLVMIsAICmpInst(condition) && LLVMIsAConstantInt(LLVMGetOperand(condition, 1))) {
		int64_t number = LLVMConstIntGetSExtValue(LLVMGetOperand(condition, 1));

		if (follows_not_zero(LLVMGetICmpPredicate(condition), number, when))
			value = without_width(LLVMGetOperand(condition, 0));
	} else if (when) {
		value = without_width(condition);
	}
	return value && LLVMIsALoadInst(value) ? value : NULL;
}

/* The constant that is at this offset in another one is 0. */
static bool is_zero_at(struct hd_extract *x, LLVMValueRef constant, uint64_t offset)
{
	for (;;) {
		LLVMTypeRef type = LLVMTypeOf(constant);
		unsigned index;

		if (LLVMIsNull(constant))
			return true;
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			index = LLVMElementAtOffset(x->layout, type, offset);
			offset -= LLVMOffsetOfElement(x->layout, type, index);
		} else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
			   !LLVMIsAConstantDataSequential(constant)) {
			uint64_t size = LLVMABISizeOfType(x->layout, LLVMGetElementType(type));

			if (!size)
				return false;
			index = (unsigned)(offset / size);
			offset %= size;
		} else {
			return false;
		}
		if (index >= (unsigned)LLVMGetNumOperands(constant))
			return false;
		constant = LLVMGetOperand(constant, index);
	}
}

/* The global variable that a constant address is in, and where; NULL: it is not that simple. */
static LLVMValueRef global_of(struct hd_extract *x, LLVMValueRef address, uint64_t *offset)
{
	*offset = 0;
	while (LLVMIsAConstantExpr(address)) {
		LLVMOpcode op = LLVMGetConstOpcode(address);
		LLVMTypeRef type;

		if (op != LLVMBitCast && op != LLVMGetElementPtr)
			return NULL;
		for (unsigned i = 2; op == LLVMGetElementPtr && i < (unsigned)LLVMGetNumOperands(address);
		     i++) {
			uint64_t index = LLVMConstIntGetZExtValue(LLVMGetOperand(address, i));

			type = i == 2 ? LLVMGetGEPSourceElementType(address) : type;
			if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
				*offset += LLVMOffsetOfElement(x->layout, type, (unsigned)index);
				type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
			} else {
				type = LLVMGetElementType(type);
				*offset += index * LLVMABISizeOfType(x->layout, type);
			}
		}
		if (op == LLVMGetElementPtr && !LLVMIsNull(LLVMGetOperand(address, 1)))
			return NULL;
		address = LLVMGetOperand(address, 0);
	}
	return LLVMIsAGlobalVariable(address) ? address : NULL;
}

static bool is_zero_at_first(struct hd_extract *x, LLVMValueRef address)
{
	uint64_t offset;
	LLVMValueRef global = global_of(x, address, &offset);
	LLVMValueRef initial = global ? LLVMGetInitializer(global) : NULL;

	return initial && is_zero_at(x, initial, offset);
}

void hd_extract_seen_value(struct hd_extract *x, LLVMBasicBlockRef block)
{
	bool when;
	LLVMValueRef branch = only_branch_to(block, &when);
	LLVMValueRef load = branch ? load_seen(LLVMGetCondition(branch), when) : NULL;

	if (load && is_zero_at_first(x, LLVMGetOperand(load, 0)))
		hd_extract_act(x, load, HD_VALUE, LLVMGetOperand(load, 0))->size =
		    LLVMABISizeOfType(x->layout, LLVMTypeOf(load));
}
