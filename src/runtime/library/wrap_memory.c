/* SPDX-License-Identifier: Apache-2.0
 *
 * The mem* functions: each is a read or a write of the range that it is given. */
#include "runtime/access/string_real.h"

HD_EXPORT void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return HD_BASIC(memcpy)(to, from, n);
}

HD_EXPORT void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return (char *)HD_BASIC(memcpy)(to, from, n) + n;
}

HD_EXPORT void *memmove(void *to, const void *from, size_t n)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return HD_BASIC(memmove)(to, from, n);
}

HD_EXPORT void bcopy(const void *from, void *to, size_t n)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	HD_BASIC(memmove)(to, from, n);
}

HD_EXPORT void *memset(void *p, int value, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n, HD_PC());
	return HD_BASIC(memset)(p, value, n);
}

HD_EXPORT void bzero(void *p, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n, HD_PC());
	HD_BASIC(memset)(p, 0, n);
}

HD_EXPORT void explicit_bzero(void *p, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n, HD_PC());
	HD_BASIC(memset)(p, 0, n);
}

HD_EXPORT int memcmp(const void *a, const void *b, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_reads_both(a, b, n, HD_PC());
	return HD_BASIC(memcmp)(a, b, n);
}

HD_EXPORT int bcmp(const void *a, const void *b, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_reads_both(a, b, n, HD_PC());
	return HD_BASIC(memcmp)(a, b, n);
}

/* Up to and including what is searched for: nothing behind it needs to be there. */
static size_t extent_to(const void *p, int c, size_t n)
{
	const char *found = HD_BASIC(memchr)(p, c, n);

	return found ? (size_t)(found - (const char *)p) + 1 : n;
}

HD_EXPORT void *memchr(const void *p, int c, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_reads(p, extent_to(p, c, n), HD_PC());
	return HD_BASIC(memchr)(p, c, n);
}

HD_EXPORT void *rawmemchr(const void *p, int c)
{
	if (hd_by_program(HD_PC()))
		hd_reads(p, extent_to(p, c, PTRDIFF_MAX), HD_PC());
	return HD_OTHER(rawmemchr)(p, c);
}

HD_EXPORT void *memrchr(const void *p, int c, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_reads(p, n, HD_PC());
	return HD_OTHER(memrchr)(p, c, n);
}

HD_EXPORT void *memmem(const void *in, size_t n, const void *what, size_t what_n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads(what, what_n, HD_PC());
		hd_reads(in, n, HD_PC());
	}
	return HD_OTHER(memmem)(in, n, what, what_n);
}

HD_EXPORT void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	if (hd_by_program(HD_PC())) {
		for (size_t done = 0, all; (all = extent_to(from, c, n)) > done; done = all) {
			hd_reads((const char *)from + done, all - done, HD_PC());
			hd_writes((char *)to + done, all - done, HD_PC());
		}
	}
	return HD_OTHER(memccpy)(to, from, c, n);
}
