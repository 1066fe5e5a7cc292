/* SPDX-License-Identifier: Apache-2.0
 *
 * Mappings that a run makes are undone after it; changes to those that were there before main cannot be. */
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>

#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/process/team_map.h"
#include "runtime/process/wrap_rlimit.h"
#include "runtime/reset/run_mappings.h"
#include "runtime/reset/uncontrolled_calls.h"

static void note_sharing(uintptr_t pc, int flags, int fd)
{
	if (fd >= 0 && (flags & MAP_TYPE) != MAP_PRIVATE)
		hd_source_note(HD_SOURCE_SHARED_MEMORY, pc, "mmap", "MAP_SHARED");
}

/* What the program has set a limit on its memory for. */
static bool is_too_much(size_t size, int flags)
{
	if (!hd_rlimit_memory || !hd_active() || flags & MAP_FIXED || hd_rlimit_allows(size))
		return false;
	errno = ENOMEM;
	return true;
}

static void note_mmap(void *result, size_t size, int flags)
{
	if (!hd_active() || result == MAP_FAILED)
		return;
	hd_feed_new_memory(result, size);
	if (!(flags & MAP_FIXED))
		hd_mappings_add(result, size);
	else if (!hd_mappings_change(result, size))
		hd_taint(HD_TAINT_MAPPINGS);
}

/* Memory that processes under control share has one address in all of them. */
static void *map(void *at, size_t size, int protection, int flags, int fd, off_t offset, uintptr_t pc)
{
	bool shared = (flags & MAP_TYPE) != MAP_PRIVATE && hd_rt.mode == HD_MODE_CONTROL && hd_rt.wire &&
		      hd_rt.wire->controls_children && !hd_by_runtime(pc);
	void *p;

	if (is_too_much(size, flags))
		return MAP_FAILED;
	if (shared && !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)))
		return hd_team_map(size, protection, flags, fd, offset);
	p = HD_REAL(mmap)(at, size, protection, flags, fd, offset);
	if (shared && p != MAP_FAILED)
		hd_team_mapped(p, size);
	return p;
}

HD_EXPORT void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	void *p = map(at, size, protection, flags, fd, offset, HD_PC());

	note_mmap(p, size, flags);
	note_sharing(HD_PC(), flags, fd);
	return p;
}

HD_EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
	void *p = map(at, size, protection, flags, fd, offset, HD_PC());

	note_mmap(p, size, flags);
	note_sharing(HD_PC(), flags, fd);
	return p;
}

/* The addresses of memory that was there before main stay taken, so that it can be put back after the run. */
static int unmap(void *at, size_t size)
{
	void *p;

	if (hd_mappings_have(at, size) || !hd_mappings_change(at, size))
		return HD_REAL(munmap)(at, size);
	p = HD_REAL(mmap)(at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
			  0);
	return p == MAP_FAILED ? -1 : 0;
}

HD_EXPORT int munmap(void *at, size_t size)
{
	int result;

	if (!hd_active())
		return HD_REAL(munmap)(at, size);
	result = unmap(at, size);
	if (!result && !hd_mappings_cut(at, size))
		hd_taint(HD_TAINT_MAPPINGS);
	return result;
}

HD_EXPORT int mprotect(void *at, size_t size, int protection)
{
	if (hd_active() && !hd_mappings_change(at, size))
		hd_taint(HD_TAINT_MAPPINGS);
	return HD_REAL(mprotect)(at, size, protection);
}

/* A mapping of this run is another one now. */
static void note_moved(void *from, size_t old_size, void *to, size_t new_size)
{
	if (!hd_mappings_have(from, old_size)) {
		hd_taint(HD_TAINT_MAPPINGS);
		return;
	}
	hd_mappings_cut(from, old_size);
	hd_mappings_add(to, new_size);
}

HD_EXPORT void *mremap(void *at, size_t old_size, size_t new_size, int flags, ...)
{
	void *to = NULL;
	va_list ap;

	if (flags & MREMAP_FIXED) {
		va_start(ap, flags);
		to = va_arg(ap, void *);
		va_end(ap);
	}
	if (hd_active() && flags & ~MREMAP_MAYMOVE)
		hd_taint(HD_TAINT_MAPPINGS);
	to = HD_REAL(mremap)(at, old_size, new_size, flags, to);
	if (!hd_active() || to == MAP_FAILED)
		return to;
	note_moved(at, old_size, to, new_size);
	if (to != at)
		hd_feed_new_memory(to, new_size);
	return to;
}
