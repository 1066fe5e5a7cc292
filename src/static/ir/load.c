/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle-cc keeps the intermediate code as the front end makes it: each access of the source is there, with
 * its place. Before it is analysed, variables whose address is not taken leave memory; accesses that remain
 * are marked as volatile, so that nothing removes one of them; then small functions are inlined, which tells
 * apart what different callers hand over, and loops with few rounds are unrolled, which tells apart the
 * threads that they start. */
#include "static/ir/load.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"
#include "model/static/bitcode.h"
#include "static/ir/known.h"

#define KIND(name) LLVMGetEnumAttributeKindForName(name, sizeof name - 1)

/* LLVM tells why it cannot read or link something in this way; the last is kept. */
static void keep_message(LLVMDiagnosticInfoRef info, void *into)
{
	char **message = into, *text = LLVMGetDiagInfoDescription(info);

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return LLVMDisposeMessage(text);
	free(*message);
	*message = hd_strdup(text);
	LLVMDisposeMessage(text);
}

static LLVMModuleRef parse_module(LLVMContextRef context, const unsigned char *bytes, size_t size)
{
	LLVMMemoryBufferRef buffer =
	    LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)bytes, size, "bitcode");
	LLVMModuleRef module = NULL;

	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		module = NULL;
	LLVMDisposeMemoryBuffer(buffer);
	return module;
}

static LLVMModuleRef link_all(LLVMContextRef context, const unsigned char *bytes, size_t size, char **error)
{
	LLVMModuleRef all = NULL;
	struct hd_bitcode_module part = {0};

	while (hd_bitcode_next(bytes, size, &part)) {
		LLVMModuleRef module = parse_module(context, bytes + part.offset, part.size);

		if (!module || (all && LLVMLinkModules2(all, module))) {
			if (all)
				LLVMDisposeModule(all);
			return NULL;
		}
		all = all ? all : module;
	}
	if (part.error) {
		free(*error);
		*error = hd_strdup(part.error);
		if (all)
			LLVMDisposeModule(all);
		return NULL;
	}
	return all;
}

static bool run_passes(LLVMModuleRef module, const char *passes, char **error)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef trouble = LLVMRunPasses(module, passes, NULL, options);
	char *text;

	LLVMDisposePassBuilderOptions(options);
	if (!trouble)
		return true;
	text = LLVMGetErrorMessage(trouble);
	*error = hd_strdup(text);
	LLVMDisposeErrorMessage(text);
	return false;
}

static void for_all_instructions(LLVMModuleRef module, void (*each)(LLVMValueRef instruction))
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				each(i);
}

/* Below -O2, the compiler's front end says of each loop that it is not to be unrolled. */
static void keep_access(LLVMValueRef i)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));

	if (LLVMIsATerminatorInst(i))
		LLVMSetMetadata(i, LLVMGetMDKindIDInContext(context, "llvm.loop", strlen("llvm.loop")), NULL);
	if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
		LLVMSetVolatile(i, true);
}

/* heddle-cc forbids inlining for the sake of stacks, and -O0 forbids all passes. */
static void allow_passes(LLVMModuleRef module)
{
	unsigned unwanted[] = {KIND("noinline"), KIND("optnone"), KIND("optsize"), KIND("minsize")};

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; i++)
			LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
						       unwanted[i]);
}

static bool tells_threads_apart(LLVMValueRef function)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			size_t length;
			LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
			const struct hd_known_function *known =
			    callee && LLVMIsAFunction(callee)
				? hd_known_function(LLVMGetValueName2(callee, &length))
				: NULL;

			if (known && (known->event == HD_CREATE || known->event == HD_JOIN ||
				      known->event == HD_BARRIER))
				return true;
		}
	return false;
}

static void add_attribute(LLVMValueRef function, unsigned kind)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(context, kind, 0));
}

/* Loops are unrolled only where threads are started or joined, or come to a barrier: the others would only
 * make more of the same. */
static void forbid_passes_elsewhere(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMCountBasicBlocks(f) || tells_threads_apart(f))
			continue;
		add_attribute(f, KIND("optnone"));
		add_attribute(f, KIND("noinline"));
	}
}

static bool prepare(LLVMModuleRef module, char **error)
{
	allow_passes(module);
	if (!run_passes(module, "function(mem2reg)", error))
		return false;
	for_all_instructions(module, keep_access);
	if (!run_passes(module, "cgscc(inline),function(mem2reg)", error))
		return false;
	forbid_passes_elsewhere(module);
	return run_passes(
	    module, "function(simplifycfg,loop-simplify,lcssa,loop(loop-rotate,indvars,loop-unroll-full))",
	    error);
}

LLVMModuleRef hd_load(LLVMContextRef context, const unsigned char *bytes, size_t size, char **error)
{
	LLVMModuleRef module;

	*error = NULL;
	LLVMContextSetDiagnosticHandler(context, keep_message, error);
	module = link_all(context, bytes, size, error);
	if (module && !prepare(module, error)) {
		LLVMDisposeModule(module);
		module = NULL;
	}
	if (!module && !*error)
		*error = hd_strdup("the bitcode cannot be read");
	return module;
}
