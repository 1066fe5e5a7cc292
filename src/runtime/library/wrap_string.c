/* SPDX-License-Identifier: Apache-2.0
 *
 * The str* functions: each is a read or a write of the strings that it is given. */
#include <ctype.h>

#include "runtime/arch/memory.h"
#include "runtime/access/string_real.h"
#include "runtime/library/wrap_alloc.h"
#include "runtime/observe/analysis_feed.h"

HD_EXPORT size_t strlen(const char *s)
{
	if (hd_by_program(HD_PC()))
		hd_reads_string(s, PTRDIFF_MAX, HD_PC());
	return HD_BASIC(strlen)(s);
}

HD_EXPORT size_t strnlen(const char *s, size_t max)
{
	if (hd_by_program(HD_PC()))
		hd_reads_string(s, max, HD_PC());
	return HD_BASIC(strnlen)(s, max);
}

HD_EXPORT char *strcpy(char *restrict to, const char *restrict from)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_string_from(to, from, &kept, HD_PC());
	return HD_BASIC(strcpy)(to, from);
}

HD_EXPORT char *stpcpy(char *restrict to, const char *restrict from)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_string_from(to, from, &kept, HD_PC());
	return HD_OTHER(stpcpy)(to, from);
}

/* These fill up with zeros, so all n bytes are written. */
HD_EXPORT char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(from, n, HD_PC());
		hd_writes(to, n, HD_PC());
	}
	return HD_BASIC(strncpy)(to, from, n);
}

HD_EXPORT char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(from, n, HD_PC());
		hd_writes(to, n, HD_PC());
	}
	return HD_OTHER(stpncpy)(to, from, n);
}

HD_EXPORT char *strcat(char *restrict to, const char *restrict from)
{
	if (hd_by_program(HD_PC()))
		hd_appends_string(to, from, PTRDIFF_MAX, HD_PC());
	return HD_OTHER(strcat)(to, from);
}

HD_EXPORT char *strncat(char *restrict to, const char *restrict from, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_appends_string(to, from, n, HD_PC());
	return HD_OTHER(strncat)(to, from, n);
}

/* How many bytes of each a comparison looks at: up to the first difference or the end. */
static size_t compared(const char *a, const char *b, size_t max, bool fold_case)
{
	size_t n = 0;

	while (n < max) {
		unsigned char x = (unsigned char)a[n], y = (unsigned char)b[n];

		n++;
		if (!x || !y || (fold_case ? tolower(x) != tolower(y) : x != y))
			break;
	}
	return n;
}

static void compares(const char *a, const char *b, size_t max, bool fold_case, uintptr_t pc)
{
	for (size_t done = 0, n; (n = compared(a, b, max, fold_case)) > done; done = n) {
		hd_reads_both(a + done, b + done, n - done, pc);
	}
}

HD_EXPORT int strcmp(const char *a, const char *b)
{
	if (hd_by_program(HD_PC()))
		compares(a, b, PTRDIFF_MAX, false, HD_PC());
	return HD_BASIC(strcmp)(a, b);
}

HD_EXPORT int strncmp(const char *a, const char *b, size_t n)
{
	if (hd_by_program(HD_PC()))
		compares(a, b, n, false, HD_PC());
	return HD_BASIC(strncmp)(a, b, n);
}

HD_EXPORT int strcasecmp(const char *a, const char *b)
{
	if (hd_by_program(HD_PC()))
		compares(a, b, PTRDIFF_MAX, true, HD_PC());
	return HD_OTHER(strcasecmp)(a, b);
}

HD_EXPORT int strncasecmp(const char *a, const char *b, size_t n)
{
	if (hd_by_program(HD_PC()))
		compares(a, b, n, true, HD_PC());
	return HD_OTHER(strncasecmp)(a, b, n);
}

/* A search that stops where it finds something: only what is before that needs to be there. */
static void searches(const char *s, const char *found, size_t found_n, uintptr_t pc)
{
	if (found)
		hd_reads(s, (size_t)(found - s) + found_n, pc);
	else
		hd_reads_string(s, PTRDIFF_MAX, pc);
}

HD_EXPORT char *strchr(const char *s, int c)
{
	if (hd_by_program(HD_PC()))
		searches(s, HD_BASIC(strchr)(s, c), 1, HD_PC());
	return HD_BASIC(strchr)(s, c);
}

HD_EXPORT char *index(const char *s, int c)
{
	if (hd_by_program(HD_PC()))
		searches(s, HD_BASIC(strchr)(s, c), 1, HD_PC());
	return HD_BASIC(strchr)(s, c);
}

HD_EXPORT char *strchrnul(const char *s, int c)
{
	if (hd_by_program(HD_PC()))
		searches(s, HD_BASIC(strchr)(s, c), 1, HD_PC());
	return HD_OTHER(strchrnul)(s, c);
}

HD_EXPORT char *strrchr(const char *s, int c)
{
	if (hd_by_program(HD_PC()))
		hd_reads_string(s, PTRDIFF_MAX, HD_PC());
	return HD_OTHER(strrchr)(s, c);
}

HD_EXPORT char *rindex(const char *s, int c)
{
	if (hd_by_program(HD_PC()))
		hd_reads_string(s, PTRDIFF_MAX, HD_PC());
	return HD_OTHER(strrchr)(s, c);
}

HD_EXPORT char *strstr(const char *s, const char *what)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(what, PTRDIFF_MAX, HD_PC());
		searches(s, HD_OTHER(strstr)(s, what), HD_BASIC(strlen)(what), HD_PC());
	}
	return HD_OTHER(strstr)(s, what);
}

HD_EXPORT char *strcasestr(const char *s, const char *what)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(what, PTRDIFF_MAX, HD_PC());
		searches(s, HD_OTHER(strcasestr)(s, what), HD_BASIC(strlen)(what), HD_PC());
	}
	return HD_OTHER(strcasestr)(s, what);
}

HD_EXPORT size_t strspn(const char *s, const char *set)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(set, PTRDIFF_MAX, HD_PC());
		hd_reads(s, HD_OTHER(strspn)(s, set) + 1, HD_PC());
	}
	return HD_OTHER(strspn)(s, set);
}

HD_EXPORT size_t strcspn(const char *s, const char *set)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(set, PTRDIFF_MAX, HD_PC());
		hd_reads(s, HD_OTHER(strcspn)(s, set) + 1, HD_PC());
	}
	return HD_OTHER(strcspn)(s, set);
}

HD_EXPORT char *strpbrk(const char *s, const char *set)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(set, PTRDIFF_MAX, HD_PC());
		hd_reads(s, HD_OTHER(strcspn)(s, set) + 1, HD_PC());
	}
	return HD_OTHER(strpbrk)(s, set);
}

/* libc's would do, but then the block would seem to be allocated by libc. */
static char *duplicate(const char *s, size_t max, uintptr_t pc)
{
	if (hd_by_program(pc))
		hd_reads_string(s, max, pc);

	size_t n = HD_BASIC(strnlen)(s, max);
	char *copy = hd_program_alloc(n + 1, 1, pc);

	if (!copy)
		return NULL;
	hd_copy(copy, s, n);
	copy[n] = 0;
	hd_feed_filled(copy, n + 1, hd_by_program(pc) ? hd_site_of(pc) : HD_NO_SITE);
	return copy;
}

HD_EXPORT char *strdup(const char *s)
{
	return hd_heap_is_ours() ? duplicate(s, PTRDIFF_MAX, HD_PC()) : HD_OTHER(strdup)(s);
}

HD_EXPORT char *strndup(const char *s, size_t n)
{
	return hd_heap_is_ours() ? duplicate(s, n, HD_PC()) : HD_OTHER(strndup)(s, n);
}

/* The name that libc's headers once gave strdup in macros. */
HD_EXPORT char *__strdup(const char *s)
{
	return hd_heap_is_ours() ? duplicate(s, PTRDIFF_MAX, HD_PC()) : HD_OTHER(strdup)(s);
}
