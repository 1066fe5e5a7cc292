/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that come and go during a run. */
#include <dlfcn.h>

#include "runtime/access/patch.h"
#include "runtime/observe/foreign_import.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/reset/taint.h"
#include "runtime/traps/raw.h"
#include "runtime/traps/tsc.h"

/* Calls that were taken out of the library's code must not be put back into what comes to lie there. */
HD_EXPORT int dlclose(void *library)
{
	int result;

	if (hd_active())
		hd_patch_all_in();
	result = HD_REAL(dlclose)(library);
	if (hd_active() && result != -1)
		hd_taint(HD_TAINT_MAPPINGS);
	return result;
}

HD_EXPORT void *dlopen(const char *file, int mode)
{
	void *library = HD_REAL(dlopen)(file, mode);

	if (!hd_active())
		return library;
	hd_taint(HD_TAINT_MAPPINGS);
	if (library) {
		hd_foreign_look();
		hd_cxx_library_look();
		hd_raw_look();
		hd_tsc_look();
	}
	return library;
}
