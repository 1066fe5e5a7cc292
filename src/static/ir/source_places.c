/* SPDX-License-Identifier: Apache-2.0
 *
 * Places in the source: file, line and column of an instruction, and the function that is written there,
 * which is another one than the instruction is in where it was inlined. */
#include "static/ir/source_places.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/fail.h"

/* Operands of LLVM's descriptions of functions and blocks in the source. */
enum { SCOPE_AROUND = 1, SUBPROGRAM_NAME = 2 };
#define DEEPEST 100

static char *join_path(const char *directory, unsigned dlen, const char *file, unsigned flen)
{
	if (!flen)
		return NULL;
	if (file[0] == '/' || !dlen)
		return hd_sprintf("%.*s", (int)flen, file);
	return hd_sprintf("%.*s/%.*s", (int)dlen, directory, (int)flen, file);
}

static uint32_t intern_file(struct hd_static_facts *f, char *path)
{
	if (!path)
		return HD_NIL;
	/* The file of the last place is most often the file of this one. */
	for (size_t i = f->nfiles; i-- > 0;)
		if (!strcmp(f->files[i], path)) {
			free(path);
			return (uint32_t)i;
		}
	return HD_ADD(f, files, path);
}

static LLVMMetadataRef operand(LLVMContextRef context, LLVMMetadataRef node, unsigned number)
{
	LLVMValueRef value = LLVMMetadataAsValue(context, node), operands[64];
	unsigned count = LLVMGetMDNodeNumOperands(value);

	if (number >= count || count > sizeof operands / sizeof operands[0])
		return NULL;
	LLVMGetMDNodeOperands(value, operands);
	return operands[number] ? LLVMValueAsMetadata(operands[number]) : NULL;
}

/* The name of the function that is written at the instruction's place; NULL: not known. */
static char *function_there(LLVMValueRef instruction)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction), scope, name;
	const char *text;
	unsigned length = 0;

	scope = location ? LLVMDILocationGetScope(location) : NULL;
	for (int i = 0; scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind; i++)
		scope = i < DEEPEST ? operand(context, scope, SCOPE_AROUND) : NULL;
	name = scope ? operand(context, scope, SUBPROGRAM_NAME) : NULL;
	text = name ? LLVMGetMDString(LLVMMetadataAsValue(context, name), &length) : NULL;
	return text ? hd_sprintf("%.*s", (int)length, text) : NULL;
}

uint32_t hd_extract_site(struct hd_extract *x, LLVMValueRef instruction, unsigned what)
{
	unsigned dlen = 0, flen = 0;
	const char *directory = LLVMGetDebugLocDirectory(instruction, &dlen);
	const char *file = LLVMGetDebugLocFilename(instruction, &flen);
	char *name = function_there(instruction);

	return HD_ADD(
	    x->facts, sites,
	    (struct hd_site){.file = intern_file(x->facts, join_path(directory, dlen, file, flen)),
			     .line = LLVMGetDebugLocLine(instruction),
			     .column = LLVMGetDebugLocColumn(instruction),
			     .what = (uint8_t)what,
			     .function = name ? name : hd_strdup(x->facts->functions[x->function].name)});
}
