/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libc that read and write memory of the program, as lines of a table: the wrapper calls libc's
 * own function and reports what it reads and writes as accesses at the place of the call. */
#pragma once

#include <errno.h>
#include <wchar.h>

#include "runtime/access/string_real.h"
#include "runtime/common/real.h"

/* `before` reports what is read, and what is written if that is known before; `after` what has been written,
 * with the function's answer in `result`. Both have `pc`, the place of the call. libc's headers give
 * attributes to the names, so ours are others. */
#define HD_EFFECTS(type, name, params, args, before, after)                                                  \
	HD_EXPORT type own_##name params __asm__(#name);                                                     \
	type own_##name params                                                                               \
	{                                                                                                    \
		const uintptr_t pc = HD_PC();                                                                \
		type result;                                                                                 \
		int error;                                                                                   \
                                                                                                             \
		if (!hd_by_program(pc))                                                                      \
			return HD_REAL(name) args;                                                           \
		before;                                                                                      \
		result = HD_REAL(name) args;                                                                 \
		error = errno;                                                                               \
		after;                                                                                       \
		errno = error;                                                                               \
		return result;                                                                               \
	}

#define HD_NO_EFFECT (void)0

/* The same for what the kernel does, which says EFAULT if memory that it is given is not there: so all
 * accesses are reported after the call. */
#define HD_KERNEL_EFFECTS(type, name, params, args, after)                                                   \
	HD_EFFECTS(                                                                                          \
	    type, name, params, args, HD_NO_EFFECT, if (result != (type)-1 || error != EFAULT) { after; })

static inline void hd_reads_text(const char *s, uintptr_t pc)
{
	if (s)
		hd_reads_string(s, PTRDIFF_MAX, pc);
}

static inline void hd_reads_some(const void *p, size_t n, uintptr_t pc)
{
	if (p && n)
		hd_reads(p, n, pc);
}

static inline void hd_writes_some(const void *p, size_t n, uintptr_t pc)
{
	if (p && n)
		hd_writes(p, n, pc);
}

/* What is written is a string. */
static inline void hd_wrote_text(const char *s, uintptr_t pc)
{
	if (s)
		hd_writes(s, HD_BASIC(strlen)(s) + 1, pc);
}

/* Bytes of the wide string at s including its end, of at most max characters. */
static inline size_t hd_wide_extent(const wchar_t *s, size_t max)
{
	size_t n = HD_REAL(wcsnlen)(s, max);

	return (n < max ? n + 1 : max) * sizeof *s;
}

#define HD_WIDE_MAX ((size_t)PTRDIFF_MAX / sizeof(wchar_t))

/* As hd_reads_string(). */
static inline void hd_reads_wide(const wchar_t *s, size_t max, uintptr_t pc)
{
	for (size_t done = 0, n; s && (n = hd_wide_extent(s, max)) > done; done = n)
		hd_reads((const char *)s + done, n - done, pc);
}
