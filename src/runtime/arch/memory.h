/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill and copy for the runtime itself: inline, no call of an interposed function, usable before anything
 * is relocated. The empty asm statements keep compilers from turning the loops back into such calls. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HD_STRING_OP_FROM 128 /* bytes from which the processor's string operations are worth their start */

static inline void hd_fill(void *at, unsigned char value, size_t n)
{
	unsigned char *p = at;

#ifdef __x86_64__
	if (n >= HD_STRING_OP_FROM) {
		__asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(value) : "memory");
		return;
	}
#endif
	uint64_t word = value * 0x0101010101010101ULL;

	for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
		__builtin_memcpy(p, &word, sizeof word);
		__asm__ volatile("" : "+r"(p));
	}
	for (; n; n--) {
		*p++ = value;
		__asm__ volatile("" : "+r"(p));
	}
}

/* The areas do not overlap, or to lies below from. */
static inline void hd_copy(void *to, const void *from, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;

#ifdef __x86_64__
	__asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
#else
	for (; n; n--) {
		*d++ = *s++;
		__asm__ volatile("" : "+r"(d));
	}
#endif
}
