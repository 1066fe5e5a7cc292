/* SPDX-License-Identifier: Apache-2.0
 *
 * ThreadSanitizer's public interface, <sanitizer/tsan_interface.h>: since __SANITIZE_THREAD__ is defined,
 * libraries call it to explain locks and memory of their own. Natively, and before main, the functions do
 * nothing. Fibers are in abi_fiber.c. */
#include <stddef.h>
#include <stdint.h>

#include "runtime/access/access.h"
#include "runtime/access/annotate.h"
#include "runtime/engine/sched.h"

#define MUTEX_LINKER_INIT     (1u << 0)
#define MUTEX_READ_LOCK	      (1u << 3)
#define MUTEX_TRY_LOCK	      (1u << 4)
#define MUTEX_TRY_LOCK_FAILED (1u << 5)

/* The site of the calling function, outside of a run none. */
#define SITE() (hd_active() ? HD_SITE() : HD_NO_SITE)

HD_EXPORT void __tsan_acquire(void *addr)
{
	hd_annotate_after(addr);
}

HD_EXPORT void __tsan_release(void *addr)
{
	hd_annotate_before(addr);
}

HD_EXPORT void __tsan_ignore_thread_begin(void)
{
	hd_annotate_ignore_accesses();
}

HD_EXPORT void __tsan_ignore_thread_end(void)
{
	hd_annotate_see_accesses();
}

/* ---- locks of the program's own: what they do inside is left out, what they mean is told ---- */

static void lock_inside(void)
{
	hd_annotate_ignore_accesses();
	hd_annotate_ignore_order();
}

static void lock_outside(void)
{
	hd_annotate_see_accesses();
	hd_annotate_see_order();
}

HD_EXPORT void __tsan_mutex_create(void *m, unsigned flags)
{
	if (!(flags & MUTEX_LINKER_INIT))
		hd_annotate_lock_life(m, HD_INIT, SITE());
}

HD_EXPORT void __tsan_mutex_destroy(void *m, unsigned flags)
{
	if (!(flags & MUTEX_LINKER_INIT))
		hd_annotate_lock_life(m, HD_DESTROY, SITE());
}

HD_EXPORT void __tsan_mutex_pre_lock(void *m, unsigned flags)
{
	if (!(flags & MUTEX_TRY_LOCK))
		hd_annotate_lock_wanted(m, flags & MUTEX_READ_LOCK, SITE());
	lock_inside();
}

HD_EXPORT void __tsan_mutex_post_lock(void *m, unsigned flags, int recursion)
{
	(void)recursion;
	lock_outside();
	if (!(flags & MUTEX_TRY_LOCK_FAILED))
		hd_annotate_locked(m, flags & MUTEX_READ_LOCK, SITE());
}

HD_EXPORT int __tsan_mutex_pre_unlock(void *m, unsigned flags)
{
	(void)flags;
	hd_annotate_unlocked(m, SITE());
	lock_inside();
	return 1;
}

HD_EXPORT void __tsan_mutex_post_unlock(void *m, unsigned flags)
{
	(void)m, (void)flags;
	lock_outside();
}

HD_EXPORT void __tsan_mutex_pre_signal(void *m, unsigned flags)
{
	(void)m, (void)flags;
	lock_inside();
}

HD_EXPORT void __tsan_mutex_post_signal(void *m, unsigned flags)
{
	(void)m, (void)flags;
	lock_outside();
}

/* A lock's code calls something that is not part of the lock. */
HD_EXPORT void __tsan_mutex_pre_divert(void *m, unsigned flags)
{
	(void)m, (void)flags;
	lock_outside();
}

HD_EXPORT void __tsan_mutex_post_divert(void *m, unsigned flags)
{
	(void)m, (void)flags;
	lock_inside();
}

/* ---- objects of other languages ---- */

HD_EXPORT void *__tsan_external_register_tag(const char *object_type)
{
	return (void *)object_type;
}

HD_EXPORT void __tsan_external_register_header(void *tag, const char *header)
{
	(void)tag, (void)header;
}

HD_EXPORT void __tsan_external_assign_tag(void *addr, void *tag)
{
	(void)addr, (void)tag;
}

HD_EXPORT void __tsan_external_read(void *addr, void *caller, void *tag)
{
	(void)tag;
	hd_access((uintptr_t)addr, 1, HD_READ, false, (uintptr_t)caller);
}

HD_EXPORT void __tsan_external_write(void *addr, void *caller, void *tag)
{
	(void)tag;
	hd_access((uintptr_t)addr, 1, HD_WRITE, true, (uintptr_t)caller);
}

HD_EXPORT void __tsan_flush_memory(void)
{
}
