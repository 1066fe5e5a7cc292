/* SPDX-License-Identifier: Apache-2.0
 *
 * The -fsanitize=thread ABI for plain accesses, as gcc 12 and clang 14 to 19 call it. The callback comes
 * before the access. Everything goes through hd_access(). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/access/access.h"
#include "runtime/access/callbacks.h"
#include "runtime/common/full.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

#define PC ((uintptr_t)__builtin_return_address(0))

#define ACCESS(name, size, kind, write)                                                                      \
	HD_CALLBACK void __tsan_##name(void *addr)                                                           \
	{                                                                                                    \
		hd_access((uintptr_t)addr, size, kind, write, PC);                                           \
	}

/* Both halves of `x++` when the compiler merges them into one call. */
#define READ_WRITE(name, size)                                                                               \
	HD_CALLBACK void __tsan_##name(void *addr)                                                           \
	{                                                                                                    \
		hd_access((uintptr_t)addr, size, HD_READ, false, PC);                                        \
		hd_access((uintptr_t)addr, size, HD_WRITE, true, PC);                                        \
	}

#define ALL_OF_SIZE(n)                                                                                       \
	ACCESS(read##n, n, HD_READ, false)                                                                   \
	ACCESS(write##n, n, HD_WRITE, true)                                                                  \
	ACCESS(unaligned_read##n, n, HD_READ, false)                                                         \
	ACCESS(unaligned_write##n, n, HD_WRITE, true)                                                        \
	ACCESS(volatile_read##n, n, HD_READ, false)                                                          \
	ACCESS(volatile_write##n, n, HD_WRITE, true)                                                         \
	ACCESS(unaligned_volatile_read##n, n, HD_READ, false)                                                \
	ACCESS(unaligned_volatile_write##n, n, HD_WRITE, true)                                               \
	READ_WRITE(read_write##n, n)                                                                         \
	READ_WRITE(unaligned_read_write##n, n)

ALL_OF_SIZE(1)
ALL_OF_SIZE(2)
ALL_OF_SIZE(4)
ALL_OF_SIZE(8)
ALL_OF_SIZE(16)

#define ACCESS_PC(name, size, kind, write)                                                                   \
	HD_CALLBACK void __tsan_##name(void *addr, void *pc)                                                 \
	{                                                                                                    \
		hd_access((uintptr_t)addr, size, kind, write, (uintptr_t)pc);                                \
	}

#define PC_OF_SIZE(n)                                                                                        \
	ACCESS_PC(read##n##_pc, n, HD_READ, false)                                                           \
	ACCESS_PC(write##n##_pc, n, HD_WRITE, true)

PC_OF_SIZE(1)
PC_OF_SIZE(2)
PC_OF_SIZE(4)
PC_OF_SIZE(8)
PC_OF_SIZE(16)

HD_CALLBACK void __tsan_read_range(void *addr, size_t size)
{
	hd_access_range((uintptr_t)addr, size, false, PC);
}

HD_CALLBACK void __tsan_write_range(void *addr, size_t size)
{
	hd_access_range((uintptr_t)addr, size, true, PC);
}

HD_CALLBACK void __tsan_vptr_update(void **vptr, void *value)
{
	if (*vptr != value)
		hd_access((uintptr_t)vptr, sizeof *vptr, HD_WRITE, true, PC);
}

HD_CALLBACK void __tsan_vptr_read(void **vptr)
{
	hd_access((uintptr_t)vptr, sizeof *vptr, HD_READ, false, PC);
}

/* The usual cases of function entry and exit are without a call, and so without registers to save: there are
 * as many of them as of accesses. */
static __attribute__((noinline)) void enter_slow(struct hd_thread *t, uintptr_t caller, uintptr_t code,
						 uintptr_t sp)
{
	/* Frames below us were left by longjmp. */
	while (t->depth && t->depth <= HD_CALLS_MAX && t->calls[t->depth - 1].sp <= sp)
		t->depth--;
	if (t->depth < HD_CALLS_MAX)
		t->calls[t->depth] =
		    (struct hd_call){.pc = caller,
				     .code = code,
				     .sp = sp,
				     .foreign = hd_watched() && hd_feed_call(t, caller, code)};
	else
		hd_full(HD_FULL_CALLS);
	t->depth++;
}

static bool enters_as_usual(const struct hd_thread *t, uint32_t depth, uintptr_t sp)
{
	return depth - 1 < HD_CALLS_MAX - 1 && t->calls[depth - 1].sp > sp && !hd_watched();
}

HD_EXPORT void __tsan_func_entry(void *caller)
{
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
	struct hd_thread *t;
	struct hd_call *c;
	uint32_t depth;

	if (!hd_live.active)
		return;
	t = hd_rt.run.self;
	if (__builtin_expect(sp < t->min_sp, 0))
		t->min_sp = sp;
	depth = t->depth;
	if (__builtin_expect(!enters_as_usual(t, depth, sp), 0)) {
		enter_slow(t, (uintptr_t)caller, PC, sp);
		return;
	}
	c = &t->calls[depth];
	c->pc = (uintptr_t)caller;
	c->code = PC;
	c->sp = sp;
	c->foreign = false;
	c->chain = 0;
	t->depth = depth + 1;
}

HD_EXPORT void __tsan_func_exit(void)
{
	struct hd_thread *t = hd_rt.run.self;

	if (!hd_live.active || !t->depth)
		return;
	t->depth--;
	if (hd_watched())
		hd_feed_return(t);
}

HD_EXPORT void __tsan_init(void)
{
	if (!hd_is_under_test())
		return;
	hd_sites_init();
	hd_modules_look();
}

/* Memory intrinsics as clang instruments them: by name, so that they do not recurse into libc's. The string
 * interposers do the rest: they see the same caller because these are tail calls. */
HD_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n)
{
	hd_access_range((uintptr_t)from, n, false, PC);
	hd_access_range((uintptr_t)to, n, true, PC);
	return memcpy(to, from, n);
}

HD_EXPORT void *__tsan_memmove(void *to, const void *from, size_t n)
{
	hd_access_range((uintptr_t)from, n, false, PC);
	hd_access_range((uintptr_t)to, n, true, PC);
	return memmove(to, from, n);
}

HD_EXPORT void *__tsan_memset(void *to, int value, size_t n)
{
	hd_access_range((uintptr_t)to, n, true, PC);
	return memset(to, value, n);
}
