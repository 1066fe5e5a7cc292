/* SPDX-License-Identifier: Apache-2.0
 *
 * LLVM's C interface does not know types of debug information by their parts; their nodes have operands in a
 * fixed order, which is used here. */
#include "static/ir/global_names.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define MOST_OPERANDS 1024
#define MOST_NESTED   4	  /* structures in structures */
#define MOST_MEMBERS  256 /* of one variable */

enum { VARIABLE_NAME = 1, VARIABLE_TYPE = 3, TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4 };

struct naming { /* of one variable */
	struct hd_static_facts *facts;
	LLVMContextRef context;
	struct hd_global global;
};

struct md_node {
	LLVMValueRef operands[MOST_OPERANDS];
	unsigned n;
};

/* False: it has none, or too many. */
static bool open_node(const struct naming *x, LLVMMetadataRef node, struct md_node *out)
{
	LLVMValueRef value = LLVMMetadataAsValue(x->context, node);

	out->n = LLVMGetMDNodeNumOperands(value);
	if (!out->n || out->n > MOST_OPERANDS)
		return false;
	LLVMGetMDNodeOperands(value, out->operands);
	return true;
}

static LLVMMetadataRef operand(const struct md_node *node, unsigned i)
{
	return i < node->n && node->operands[i] ? LLVMValueAsMetadata(node->operands[i]) : NULL;
}

/* To be freed; NULL: it has none. */
static char *operand_text(const struct md_node *node, unsigned i)
{
	unsigned length = 0;
	const char *text =
	    i < node->n && node->operands[i] ? LLVMGetMDString(node->operands[i], &length) : NULL;

	return text && length ? hd_sprintf("%.*s", (int)length, text) : NULL;
}

/* The variable that the debug information describes. */
static LLVMMetadataRef variable_of(LLVMValueRef global)
{
	size_t n = 0;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
	LLVMMetadataRef variable = NULL;

	for (unsigned i = 0; i < n && !variable; i++) {
		LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, i);

		if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
			variable = LLVMDIGlobalVariableExpressionGetVariable(md);
	}
	LLVMDisposeValueMetadataEntries(all);
	return variable;
}

/* Another name for a type, and a type that is constant, volatile or atomic, have no size of their own. Of an
 * array this is the type of its elements. */
static LLVMMetadataRef proper_type(const struct naming *x, LLVMMetadataRef type, struct md_node *node)
{
	for (unsigned depth = 0; type && depth < 16; depth++) {
		LLVMMetadataKind kind = LLVMGetMetadataKind(type);
		LLVMMetadataRef base;

		if (!open_node(x, type, node))
			return NULL;
		base = operand(node, TYPE_BASE);
		if (kind == LLVMDICompositeTypeMetadataKind && !base)
			return type;
		if (kind != LLVMDICompositeTypeMetadataKind &&
		    (kind != LLVMDIDerivedTypeMetadataKind || LLVMDITypeGetSizeInBits(type)))
			return NULL;
		type = base;
	}
	return NULL;
}

static void add_members(struct naming *x, LLVMMetadataRef type, uint64_t at, const char *before,
			unsigned depth);

/* Names that begin with two underlines are those of a library's own types: their users see the whole. */
static void add_member(struct naming *x, LLVMMetadataRef member, uint64_t at, const char *before,
		       unsigned depth)
{
	struct md_node *node = hd_new(1, sizeof *node);
	char *name = open_node(x, member, node) ? operand_text(node, TYPE_NAME) : NULL;

	if (name && strncmp(name, "__", 2) != 0 && x->global.nmembers < MOST_MEMBERS) {
		uint64_t offset = at + LLVMDITypeGetOffsetInBits(member) / 8;
		char *whole = hd_sprintf("%s.%s", before, name);

		HD_ADD(x->facts, members,
		       (struct hd_member_name){offset, LLVMDITypeGetSizeInBits(member) / 8, whole});
		x->global.nmembers++;
		add_members(x, operand(node, TYPE_BASE), offset, whole, depth + 1);
	}
	free(name);
	free(node);
}

static void add_members(struct naming *x, LLVMMetadataRef type, uint64_t at, const char *before,
			unsigned depth)
{
	struct md_node *node = hd_new(1, sizeof *node);
	LLVMMetadataRef proper = depth < MOST_NESTED ? proper_type(x, type, node) : NULL;
	LLVMMetadataRef elements = proper ? operand(node, TYPE_ELEMENTS) : NULL;

	if (elements && open_node(x, elements, node))
		for (unsigned i = 0; i < node->n; i++) {
			LLVMMetadataRef member = operand(node, i);

			if (member && LLVMGetMetadataKind(member) == LLVMDIDerivedTypeMetadataKind)
				add_member(x, member, at, before, depth);
		}
	free(node);
}

static char *linker_name(LLVMValueRef global)
{
	size_t length;
	const char *name = LLVMGetValueName2(global, &length);

	return hd_sprintf("%.*s", (int)length, name);
}

uint32_t hd_global_name(struct hd_extract *x, LLVMValueRef global)
{
	struct naming naming = {.facts = x->facts,
				.context = LLVMGetTypeContext(LLVMTypeOf(global)),
				.global = {.first_member = (uint32_t)x->facts->nmembers}};
	LLVMMetadataRef variable = variable_of(global);
	struct md_node *node = hd_new(1, sizeof *node);

	if (variable && open_node(&naming, variable, node)) {
		naming.global.name = operand_text(node, VARIABLE_NAME);
		if (naming.global.name)
			add_members(&naming, operand(node, VARIABLE_TYPE), 0, naming.global.name, 0);
	}
	free(node);
	if (!naming.global.name)
		naming.global.name = linker_name(global);
	return HD_ADD(x->facts, globals, naming.global);
}
