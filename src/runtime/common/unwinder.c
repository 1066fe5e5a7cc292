/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/unwinder.h"

#include <dlfcn.h>
#include <stddef.h>

void *hd_unwinder_symbol(const char *name)
{
	static void *library; /* for a program that does not have one itself */
	void *symbol = library ? NULL : dlsym(RTLD_DEFAULT, name);

	if (!symbol && !library)
		library = dlopen("libgcc_s.so.1", RTLD_NOW);
	return symbol || !library ? symbol : dlsym(library, name);
}
