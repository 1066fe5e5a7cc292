/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/real.h"

#include <dlfcn.h>

#define FIRST_VERSION "GLIBC_2.2.5" /* of dlsym on this machine */

hd_lookup *hd_dlsym_real;

void hd_real_prepare(void)
{
	if (!hd_dlsym_real)
		hd_dlsym_real = (hd_lookup *)dlvsym(RTLD_NEXT, "dlsym", FIRST_VERSION);
}

void *hd_real_symbol(const char *name)
{
	hd_real_prepare();
	return hd_dlsym_real(RTLD_NEXT, name);
}
