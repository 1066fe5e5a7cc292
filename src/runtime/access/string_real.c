/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/string_real.h"

#include "runtime/arch/memory.h"
#include "runtime/common/real.h"

/* Keeps compilers from recognising a loop as a call of the very function that it implements. */
#define PLAIN() __asm__ volatile("" : : : "memory")

static void *plain_memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to - (uintptr_t)from >= n) {
		hd_copy(to, from, n);
		return to;
	}
	while (n--) {
		((char *)to)[n] = ((const char *)from)[n];
		PLAIN();
	}
	return to;
}

static void *plain_memcpy(void *restrict to, const void *restrict from, size_t n)
{
	hd_copy(to, from, n);
	return to;
}

static void *plain_memset(void *p, int value, size_t n)
{
	hd_fill(p, (unsigned char)value, n);
	return p;
}

static int plain_memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	for (size_t i = 0; i < n; i++) {
		if (x[i] != y[i])
			return x[i] - y[i];
		PLAIN();
	}
	return 0;
}

static void *plain_memchr(const void *p, int c, size_t n)
{
	const unsigned char *at = p;

	for (size_t i = 0; i < n; i++) {
		if (at[i] == (unsigned char)c)
			return (void *)(uintptr_t)(at + i);
		PLAIN();
	}
	return NULL;
}

static size_t plain_strnlen(const char *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n]) {
		n++;
		PLAIN();
	}
	return n;
}

static size_t plain_strlen(const char *s)
{
	return plain_strnlen(s, SIZE_MAX);
}

static int plain_strncmp(const char *a, const char *b, size_t max)
{
	for (size_t i = 0; i < max; i++) {
		if (a[i] != b[i] || !a[i])
			return (unsigned char)a[i] - (unsigned char)b[i];
		PLAIN();
	}
	return 0;
}

static int plain_strcmp(const char *a, const char *b)
{
	return plain_strncmp(a, b, SIZE_MAX);
}

static char *plain_strchr(const char *s, int c)
{
	return plain_memchr(s, c, plain_strlen(s) + 1);
}

static char *plain_strcpy(char *restrict to, const char *restrict from)
{
	return plain_memcpy(to, from, plain_strlen(from) + 1);
}

static char *plain_strncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t len = plain_strnlen(from, n);

	hd_copy(to, from, len);
	hd_fill(to + len, 0, n - len);
	return to;
}

struct hd_string_real hd_string_real = {
#define PLAIN_FIRST(name) .name = plain_##name,
    HD_STRING_BASIC(PLAIN_FIRST)
#undef PLAIN_FIRST
};

__attribute__((constructor(101))) void hd_string_resolve(void)
{
	void *found;

#define RESOLVE(name)                                                                                        \
	if ((found = hd_real_symbol(#name)))                                                                 \
		hd_string_real.name = (__typeof__(&(name)))found;
	HD_STRING_BASIC(RESOLVE)
	HD_STRING_OTHER(RESOLVE)
#undef RESOLVE
}
