/* SPDX-License-Identifier: Apache-2.0
 *
 * libc's memory and string functions behind the wrappers, and what the wrappers share.
 *
 * The runtime, the dynamic linker and constructors call these functions before they can be looked up; the
 * basic ones start as plain loops of our own and become libc's when this library is initialised. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "runtime/access/access.h"
#include "runtime/common/rt.h"
#include "runtime/common/caller.h"

#define HD_STRING_BASIC(F)                                                                                   \
	F(memcpy)                                                                                            \
	F(memmove)                                                                                           \
	F(memset)                                                                                            \
	F(memcmp)                                                                                            \
	F(memchr)                                                                                            \
	F(strlen)                                                                                            \
	F(strnlen)                                                                                           \
	F(strcmp)                                                                                            \
	F(strncmp)                                                                                           \
	F(strchr)                                                                                            \
	F(strcpy)                                                                                            \
	F(strncpy)

#define HD_STRING_OTHER(F)                                                                                   \
	F(memrchr)                                                                                           \
	F(rawmemchr)                                                                                         \
	F(memmem)                                                                                            \
	F(memccpy)                                                                                           \
	F(stpcpy)                                                                                            \
	F(stpncpy)                                                                                           \
	F(strcat)                                                                                            \
	F(strncat)                                                                                           \
	F(strcasecmp)                                                                                        \
	F(strncasecmp)                                                                                       \
	F(strrchr)                                                                                           \
	F(strchrnul)                                                                                         \
	F(strstr)                                                                                            \
	F(strcasestr)                                                                                        \
	F(strspn)                                                                                            \
	F(strcspn)                                                                                           \
	F(strpbrk)                                                                                           \
	F(strdup)                                                                                            \
	F(strndup)

struct hd_string_real {
#define FIELD(name) __typeof__(&(name)) name;
	HD_STRING_BASIC(FIELD)
	HD_STRING_OTHER(FIELD)
#undef FIELD
};

extern struct hd_string_real hd_string_real;

/* Look all of them up. */
void hd_string_resolve(void);

/* A basic function, callable at any time. */
#define HD_BASIC(name) (*hd_string_real.name)

/* A function that is not basic; looked up now if it is used before this library was initialised. */
#define HD_OTHER(name)                                                                                       \
	(*({                                                                                                 \
		if (__builtin_expect(!hd_string_real.name, 0))                                               \
			hd_string_resolve();                                                                 \
		hd_string_real.name;                                                                         \
	}))

static inline void hd_reads(const void *p, size_t n, uintptr_t pc)
{
	hd_access_range((uintptr_t)p, n, false, pc);
}

static inline void hd_writes(const void *p, size_t n, uintptr_t pc)
{
	hd_access_range((uintptr_t)p, n, true, pc);
}

/* The function looks at both or copies one to the other after both steps. So the step at memory that other
 * threads do not know, or cannot change, comes first, and what happens at the other one happens at its step.
 */
static inline void hd_reads_both(const void *a, const void *b, size_t n, uintptr_t pc)
{
	bool own = hd_on_own_stack((uintptr_t)b) || hd_is_constant((uintptr_t)b);

	hd_reads(own ? b : a, n, pc);
	hd_reads(own ? a : b, n, pc);
}

static inline void hd_copies(void *to, const void *from, size_t n, uintptr_t pc)
{
	if (hd_on_own_stack((uintptr_t)to)) {
		hd_writes(to, n, pc);
		hd_reads(from, n, pc);
	} else {
		hd_reads(from, n, pc);
		hd_writes(to, n, pc);
	}
}

/* What a function copies is as it was at the step of its read: other threads may change that before the step
 * of the write, and the real function reads only then. So a little is kept meanwhile. */
struct hd_kept_copy {
	char bytes[256];
};

/* As hd_copies(); what the real function is to copy from. */
static inline const void *hd_copies_from(void *to, const void *from, size_t n, struct hd_kept_copy *kept,
					 uintptr_t pc)
{
	if (n > sizeof kept->bytes || hd_on_own_stack((uintptr_t)to) || hd_on_own_stack((uintptr_t)from)) {
		hd_copies(to, from, n, pc);
		return from;
	}
	hd_reads(from, n, pc);
	HD_BASIC(memcpy)(kept->bytes, from, n);
	hd_writes(to, n, pc);
	return kept->bytes;
}

/* Bytes of the string at s including its end, at most max of them. */
static inline size_t hd_string_extent(const char *s, size_t max)
{
	size_t n = HD_BASIC(strnlen)(s, max);

	return n < max ? n + 1 : max;
}

/* Each access may let other threads run, which may change the strings: the loops below go on until the whole
 * string as it is now has been announced. No other thread runs between that and the real function. */

static inline void hd_reads_string(const char *s, size_t max, uintptr_t pc)
{
	for (size_t done = 0, n; (n = hd_string_extent(s, max)) > done; done = n)
		hd_reads(s + done, n - done, pc);
}

static inline void hd_copies_string(char *to, const char *from, size_t max, uintptr_t pc)
{
	for (size_t done = 0, n; (n = hd_string_extent(from, max)) > done; done = n) {
		hd_copies(to + done, from + done, n - done, pc);
	}
}

static inline void hd_appends_string(char *to, const char *from, size_t max, uintptr_t pc)
{
	hd_reads_string(to, PTRDIFF_MAX, pc);
	to += HD_BASIC(strlen)(to);
	hd_copies_string(to, from, max, pc);
}

/* As hd_copies_string() of a whole string; what the real function is to copy from. */
static inline const char *hd_copies_string_from(char *to, const char *from, struct hd_kept_copy *kept,
						uintptr_t pc)
{
	size_t n;

	if (hd_string_extent(from, PTRDIFF_MAX) > sizeof kept->bytes || hd_on_own_stack((uintptr_t)to) ||
	    hd_on_own_stack((uintptr_t)from)) {
		hd_copies_string(to, from, PTRDIFF_MAX, pc);
		return from;
	}
	hd_reads_string(from, PTRDIFF_MAX, pc);
	n = hd_string_extent(from, PTRDIFF_MAX);
	if (n > sizeof kept->bytes) { /* it has grown */
		hd_writes(to, n, pc);
		return from;
	}
	HD_BASIC(memcpy)(kept->bytes, from, n);
	hd_writes(to, n, pc);
	return kept->bytes;
}
