/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of the sanitizers' common interface and of ThreadSanitizer's reports. Programs that are built
 * with -fsanitize=thread may call them, so they must be there. Heddle has no report inside of the process:
 * questions about one are answered with nothing. */
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/access/access.h"

#define PC ((uintptr_t)__builtin_return_address(0))

/* ---- accesses that need not be aligned ---- */

#define UNALIGNED(bits)                                                                                      \
	HD_EXPORT uint##bits##_t __sanitizer_unaligned_load##bits(const void *from)                          \
	{                                                                                                    \
		uint##bits##_t value;                                                                        \
                                                                                                             \
		hd_access((uintptr_t)from, sizeof value, HD_READ, false, PC);                                \
		memcpy(&value, from, sizeof value);                                                          \
		return value;                                                                                \
	}                                                                                                    \
	HD_EXPORT void __sanitizer_unaligned_store##bits(void *to, uint##bits##_t value)                     \
	{                                                                                                    \
		hd_access((uintptr_t)to, sizeof value, HD_WRITE, true, PC);                                  \
		memcpy(to, &value, sizeof value);                                                            \
	}

UNALIGNED(16)
UNALIGNED(32)
UNALIGNED(64)

/* ---- the allocator ---- */

HD_EXPORT size_t __sanitizer_get_allocated_size(const void *p)
{
	return p ? malloc_usable_size((void *)p) : 0;
}

HD_EXPORT int __sanitizer_get_ownership(const void *p)
{
	return p != NULL;
}

HD_EXPORT size_t __sanitizer_get_estimated_allocated_size(size_t size)
{
	return size;
}

#define NOTHING(type, name, ...)                                                                             \
	HD_EXPORT type name(__VA_ARGS__)                                                                     \
	{                                                                                                    \
		return (type)0;                                                                              \
	}
#define NO_EFFECT(name, ...)                                                                                 \
	HD_EXPORT void name(__VA_ARGS__)                                                                     \
	{                                                                                                    \
	}
#define UNUSED __attribute__((unused))

NOTHING(size_t, __sanitizer_get_current_allocated_bytes, void)
NOTHING(size_t, __sanitizer_get_heap_size, void)
NOTHING(size_t, __sanitizer_get_free_bytes, void)
NOTHING(size_t, __sanitizer_get_unmapped_bytes, void)
NOTHING(int, __sanitizer_install_malloc_and_free_hooks,
	void (*on_malloc)(const volatile void *, size_t) UNUSED,
	void (*on_free)(const volatile void *) UNUSED)
NO_EFFECT(__sanitizer_print_memory_profile, size_t top_percent UNUSED, size_t max UNUSED)

/* ---- reports ---- */

NO_EFFECT(__sanitizer_set_report_path, const char *path UNUSED)
NO_EFFECT(__sanitizer_set_report_fd, void *fd UNUSED)
NOTHING(const char *, __sanitizer_get_report_path, void)
NO_EFFECT(__sanitizer_set_death_callback, void (*callback)(void) UNUSED)
NO_EFFECT(__sanitizer_print_stack_trace, void)
NO_EFFECT(__sanitizer_report_error_summary, const char *summary UNUSED)
NO_EFFECT(__sanitizer_sandbox_on_notify, void *arguments UNUSED)
NOTHING(int, __sanitizer_acquire_crash_state, void)
NO_EFFECT(__sanitizer_symbolize_flush, void)
NOTHING(int, __sanitizer_get_module_and_offset_for_pc, void *pc UNUSED, char *module UNUSED,
	size_t size UNUSED, void **offset UNUSED)

static void put_nothing(char *to, size_t size)
{
	if (size)
		*to = '\0';
}

HD_EXPORT void __sanitizer_symbolize_pc(void *pc, const char *format, char *to, size_t size)
{
	(void)pc, (void)format;
	put_nothing(to, size);
}

HD_EXPORT void __sanitizer_symbolize_global(void *data, const char *format, char *to, size_t size)
{
	(void)data, (void)format;
	put_nothing(to, size);
}

NOTHING(void *, __tsan_get_current_report, void)
NOTHING(int, __tsan_get_report_data, void *report UNUSED, const char **description UNUSED, int *count UNUSED,
	int *stacks UNUSED, int *mops UNUSED, int *locs UNUSED, int *mutexes UNUSED, int *threads UNUSED,
	int *unique_tids UNUSED, void **sleep_trace UNUSED, unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_tag, void *report UNUSED, uintptr_t *tag UNUSED)
NOTHING(int, __tsan_get_report_stack, void *report UNUSED, unsigned long index UNUSED, void **trace UNUSED,
	unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_mop, void *report UNUSED, unsigned long index UNUSED, int *tid UNUSED,
	void **addr UNUSED, int *size UNUSED, int *write UNUSED, int *atomic UNUSED, void **trace UNUSED,
	unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_loc, void *report UNUSED, unsigned long index UNUSED, const char **type UNUSED,
	void **addr UNUSED, void **start UNUSED, unsigned long *size UNUSED, int *tid UNUSED, int *fd UNUSED,
	int *suppressable UNUSED, void **trace UNUSED, unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_loc_object_type, void *report UNUSED, unsigned long index UNUSED,
	const char **object_type UNUSED)
NOTHING(int, __tsan_get_report_mutex, void *report UNUSED, unsigned long index UNUSED,
	unsigned long *id UNUSED, void **addr UNUSED, int *destroyed UNUSED, void **trace UNUSED,
	unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_thread, void *report UNUSED, unsigned long index UNUSED, int *tid UNUSED,
	uint64_t *os_id UNUSED, int *running UNUSED, const char **name UNUSED, int *parent UNUSED,
	void **trace UNUSED, unsigned long trace_size UNUSED)
NOTHING(int, __tsan_get_report_unique_tid, void *report UNUSED, unsigned long index UNUSED, int *tid UNUSED)
NOTHING(const char *, __tsan_locate_address, uintptr_t addr UNUSED, char *name UNUSED, size_t size UNUSED,
	uintptr_t *start UNUSED, size_t *length UNUSED)
NOTHING(int, __tsan_get_alloc_stack, uintptr_t addr UNUSED, uintptr_t *trace UNUSED, size_t size UNUSED,
	int *tid UNUSED, uint64_t *os_id UNUSED)
