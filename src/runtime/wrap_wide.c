/* SPDX-License-Identifier: Apache-2.0
 *
 * The common wide character functions: reads and writes of ranges, like their narrow relatives. */
#include <wchar.h>

#include "runtime/real.h"
#include "runtime/string_real.h"

#define WIDE sizeof(wchar_t)

/* Bytes of the wide string at s, its end included. */
static size_t extent(const wchar_t *s)
{
	return (HD_REAL(wcslen)(s) + 1) * WIDE;
}

HD_EXPORT size_t wcslen(const wchar_t *s)
{
	if (hd_by_program(HD_PC()))
		hd_reads(s, extent(s), HD_PC());
	return HD_REAL(wcslen)(s);
}

HD_EXPORT wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	if (hd_by_program(HD_PC())) {
		hd_reads(from, extent(from), HD_PC());
		hd_writes(to, extent(from), HD_PC());
	}
	return HD_REAL(wcscpy)(to, from);
}

HD_EXPORT wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads(from, n * WIDE, HD_PC());
		hd_writes(to, n * WIDE, HD_PC());
	}
	return HD_REAL(wmemcpy)(to, from, n);
}

HD_EXPORT wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads(from, n * WIDE, HD_PC());
		hd_writes(to, n * WIDE, HD_PC());
	}
	return HD_REAL(wmemmove)(to, from, n);
}

HD_EXPORT wchar_t *wmemset(wchar_t *p, wchar_t value, size_t n)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n * WIDE, HD_PC());
	return HD_REAL(wmemset)(p, value, n);
}

HD_EXPORT int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	if (hd_by_program(HD_PC())) {
		hd_reads(a, n * WIDE, HD_PC());
		hd_reads(b, n * WIDE, HD_PC());
	}
	return HD_REAL(wmemcmp)(a, b, n);
}
