/* SPDX-License-Identifier: Apache-2.0
 *
 * The library is opened when the first mangled name is met: programs in C need none. */
#include "symbol/demangle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

typedef char *demangler(const char *name, char *buffer, size_t *size, int *status);

static demangler *library_demangler(void)
{
	static const char *const libraries[] = {"libstdc++.so.6", "libc++abi.so.1"};
	static demangler *found;
	static int looked;

	for (unsigned i = 0; !looked && !found && i < sizeof libraries / sizeof *libraries; i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);

		if (library)
			found = (demangler *)dlsym(library, "__cxa_demangle");
	}
	looked = 1;
	return found;
}

/* The parameters are the last parentheses; only a qualifier such as `const` may follow. */
static void cut_parameters(char *name)
{
	char *end = strrchr(name, ')');
	int depth = 0;

	if (!end || !strchr(" [", end[1])) /* the end of the name is found there, too */
		return;
	for (char *p = end; p && p >= name; p--) {
		depth += *p == ')';
		depth -= *p == '(';
		if (depth == 0) {
			*p = '\0';
			return;
		}
	}
}

char *hd_demangle(const char *name)
{
	demangler *demangle = !strncmp(name, "_Z", 2) ? library_demangler() : NULL;
	char *plain = demangle ? demangle(name, NULL, NULL, NULL) : NULL;

	if (!plain)
		return hd_strdup(name);
	cut_parameters(plain);
	return plain;
}
