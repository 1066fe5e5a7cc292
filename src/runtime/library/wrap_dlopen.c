/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that come and go during a run. */
#include <dlfcn.h>

#include "runtime/observe/foreign_import.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/reset/taint.h"
#include "runtime/traps/raw.h"
#include "runtime/traps/tsc.h"

HD_NOTED(HD_TAINT_MAPPINGS, int, dlclose, (void *h), (h))

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
