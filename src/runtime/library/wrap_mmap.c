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
#include "runtime/reset/kernel_state.h"
#include "runtime/reset/uncontrolled_calls.h"

static int find_mapping(const void *at, size_t size)
{
	for (unsigned i = 0; i < hd_kernel_state.nmappings; i++) {
		const char *lo = hd_kernel_state.mappings[i].at;

		if ((const char *)at >= lo &&
		    (const char *)at + size <= lo + hd_kernel_state.mappings[i].size)
			return (int)i;
	}
	return -1;
}

static void note_new(void *at, size_t size)
{
	unsigned n = hd_kernel_state.nmappings;

	if (n == HD_MAX_MAPPINGS) {
		hd_taint(HD_TAINT_MAPPINGS);
		return;
	}
	hd_kernel_state.mappings[n].at = at;
	hd_kernel_state.mappings[n].size = size;
	hd_kernel_state.nmappings++;
}

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
		note_new(result, size);
	else if (find_mapping(result, size) < 0)
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

HD_EXPORT int munmap(void *at, size_t size)
{
	int i = hd_active() ? find_mapping(at, size) : -1;

	if (hd_active() && i < 0)
		hd_taint(HD_TAINT_MAPPINGS);
	if (i >= 0 && hd_kernel_state.mappings[i].at == at && hd_kernel_state.mappings[i].size <= size)
		hd_kernel_state.mappings[i] = hd_kernel_state.mappings[--hd_kernel_state.nmappings];
	return HD_REAL(munmap)(at, size); /* part of a mapping: what is left goes after the run */
}

HD_EXPORT int mprotect(void *at, size_t size, int protection)
{
	if (hd_active() && find_mapping(at, size) < 0)
		hd_taint(HD_TAINT_MAPPINGS);
	return HD_REAL(mprotect)(at, size, protection);
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
	if (hd_active())
		hd_taint(HD_TAINT_MAPPINGS);
	to = HD_REAL(mremap)(at, old_size, new_size, flags, to);
	if (hd_active() && to != MAP_FAILED && to != at)
		hd_feed_new_memory(to, new_size);
	return to;
}
