/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that look libc's functions up by their names get those of the runtime: jemalloc, for instance,
 * makes its thread with "the next pthread_create", which would be libc's, and Heddle cannot control a real
 * thread among its fibers. */
#include "runtime/library/wrap_dlsym.h"

#include <dlfcn.h>

#include "runtime/observe/foreign_import.h"
#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/traps/raw_scan.h"

/* The runtime's own function of that name. */
static void *own(const char *name)
{
	void *symbol = hd_dlsym_real(RTLD_DEFAULT, name); /* the runtime is the first of all libraries */

	return hd_by_runtime((uintptr_t)symbol) ? symbol : NULL;
}

static bool is_instrumented(uintptr_t pc)
{
	const struct hd_module *m = hd_module_of(pc);

	return m && m->instrumented;
}

void *hd_dlsym_answer(void *handle, const char *name, uintptr_t pc)
{
	void *theirs, *ours;

	hd_real_prepare();
	if (hd_rt.mode != HD_MODE_CONTROL || !name || hd_by_runtime(pc))
		return NULL;
	ours = handle == RTLD_DEFAULT ? NULL : own(name);
	if (handle == RTLD_NEXT)
		return ours;
	theirs = hd_dlsym_real(handle, name);
	if (ours && theirs && hd_raw_by_libc((uintptr_t)theirs + 1))
		return ours;
	return hd_active() && is_instrumented(pc) ? hd_foreign_symbol(theirs) : NULL;
}
