/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/whole_program.h"

#include <llvm-c/Core.h>

#include "static/ir/extract.h"
#include "static/ir/load.h"

char *hd_program_facts(struct hd_static_facts *facts, const unsigned char *bytes, size_t size)
{
	LLVMContextRef context = LLVMContextCreate();
	char *error;
	LLVMModuleRef module = hd_load(context, bytes, size, &error);

	if (module) {
		hd_extract(facts, module);
		LLVMDisposeModule(module);
	}
	LLVMContextDispose(context);
	return error;
}
