/* SPDX-License-Identifier: Apache-2.0
 *
 * Strings of wide characters: reads and writes of ranges, like their narrow relatives. */
#include <inttypes.h>

#include "runtime/access/effects.h"

#define WIDE sizeof(wchar_t)
#define ALL  HD_WIDE_MAX

static void copies(wchar_t *to, const wchar_t *from, size_t max, uintptr_t pc)
{
	hd_reads_wide(from, max, pc);
	hd_writes(to, hd_wide_extent(from, max), pc);
}

/* Its end is written even if `from` has as many characters as are taken. */
static void appends(wchar_t *to, const wchar_t *from, size_t max, uintptr_t pc)
{
	size_t n;

	hd_reads_wide(to, ALL, pc);
	hd_reads_wide(from, max, pc);
	n = HD_REAL(wcsnlen)(from, max);
	hd_writes(to + HD_REAL(wcslen)(to), (n + 1) * WIDE, pc);
}

/* Up to the first difference. */
static void compares(const wchar_t *a, const wchar_t *b, size_t max, uintptr_t pc)
{
	size_t n = 0;

	while (n < max && a[n] == b[n] && a[n])
		n++;
	n += n < max;
	hd_reads(a, n * WIDE, pc);
	hd_reads(b, n * WIDE, pc);
}

static void reads_both(const wchar_t *a, const wchar_t *b, size_t max, uintptr_t pc)
{
	hd_reads_wide(a, max, pc);
	hd_reads_wide(b, max, pc);
}

HD_EFFECTS(size_t, wcslen, (const wchar_t *s), (s), hd_reads_wide(s, ALL, pc), HD_NO_EFFECT)
HD_EFFECTS(size_t, wcsnlen, (const wchar_t *s, size_t n), (s, n), hd_reads_wide(s, n, pc), HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcscpy, (wchar_t * to, const wchar_t *from), (to, from), copies(to, from, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcpcpy, (wchar_t * to, const wchar_t *from), (to, from), copies(to, from, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcsncpy, (wchar_t * to, const wchar_t *from, size_t n), (to, from, n),
	   hd_reads_wide(from, n, pc), hd_writes_some(to, n *WIDE, pc))
HD_EFFECTS(wchar_t *, wcscat, (wchar_t * to, const wchar_t *from), (to, from), appends(to, from, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcsncat, (wchar_t * to, const wchar_t *from, size_t n), (to, from, n),
	   appends(to, from, n, pc), HD_NO_EFFECT)
HD_EFFECTS(int, wcscmp, (const wchar_t *a, const wchar_t *b), (a, b), compares(a, b, ALL, pc), HD_NO_EFFECT)
HD_EFFECTS(int, wcsncmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n), compares(a, b, n, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(int, wcscasecmp, (const wchar_t *a, const wchar_t *b), (a, b), reads_both(a, b, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(int, wcscoll, (const wchar_t *a, const wchar_t *b), (a, b), reads_both(a, b, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcschr, (const wchar_t *s, wchar_t c), (s, c), HD_NO_EFFECT,
	   hd_reads_wide(s, result ? (size_t)(result - s) + 1 : ALL, pc))
HD_EFFECTS(wchar_t *, wcsrchr, (const wchar_t *s, wchar_t c), (s, c), hd_reads_wide(s, ALL, pc), HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcsstr, (const wchar_t *s, const wchar_t *what), (s, what),
	   reads_both(s, what, ALL, pc), HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcspbrk, (const wchar_t *s, const wchar_t *set), (s, set), reads_both(s, set, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(size_t, wcsspn, (const wchar_t *s, const wchar_t *set), (s, set), reads_both(s, set, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(size_t, wcscspn, (const wchar_t *s, const wchar_t *set), (s, set), reads_both(s, set, ALL, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wcsdup, (const wchar_t *s), (s), hd_reads_wide(s, ALL, pc), HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wmemcpy, (wchar_t * to, const wchar_t *from, size_t n), (to, from, n),
	   hd_reads(from, n *WIDE, pc), hd_writes(to, n *WIDE, pc))
HD_EFFECTS(wchar_t *, wmemmove, (wchar_t * to, const wchar_t *from, size_t n), (to, from, n),
	   hd_reads(from, n *WIDE, pc), hd_writes(to, n *WIDE, pc))
HD_EFFECTS(wchar_t *, wmemset, (wchar_t * p, wchar_t c, size_t n), (p, c, n), hd_writes(p, n *WIDE, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(int, wmemcmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n),
	   (hd_reads(a, n *WIDE, pc), hd_reads(b, n *WIDE, pc)), HD_NO_EFFECT)
HD_EFFECTS(wchar_t *, wmemchr, (const wchar_t *s, wchar_t c, size_t n), (s, c, n), hd_reads(s, n *WIDE, pc),
	   HD_NO_EFFECT)

/* As strtok_r(): the separator that ends a piece is written over. */
static void took_piece(const wchar_t *piece, wchar_t **rest, uintptr_t pc)
{
	hd_reads_wide(piece, ALL, pc);
	if (piece)
		hd_writes(piece + HD_REAL(wcslen)(piece), WIDE, pc);
	hd_writes(rest, sizeof *rest, pc);
}

HD_EFFECTS(wchar_t *, wcstok, (wchar_t * s, const wchar_t *set, wchar_t **rest), (s, set, rest),
	   hd_reads_wide(s, ALL, pc), took_piece(result, rest, pc))

/* ---- numbers ---- */

static void uses(const wchar_t *s, const wchar_t *after, wchar_t **end, uintptr_t pc)
{
	hd_reads(s, (size_t)(after - s + 1) * WIDE, pc);
	hd_writes_some(end, sizeof *end, pc);
}

/* Where the number ends is asked for in any case. */
#define INTEGER(type, name)                                                                                  \
	extern type name(const wchar_t *s, wchar_t **end, int base);                                         \
	HD_EFFECTS(type, name, (const wchar_t *s, wchar_t **end, int base), (s, end, base), wchar_t *after;  \
		   (void)HD_REAL(name)(s, &after, base); uses(s, after, end, pc), HD_NO_EFFECT)
#define FLOATING(type, name)                                                                                 \
	HD_EFFECTS(type, name, (const wchar_t *s, wchar_t **end), (s, end), wchar_t *after;                  \
		   (void)HD_REAL(name)(s, &after); uses(s, after, end, pc), HD_NO_EFFECT)

INTEGER(long, wcstol)
INTEGER(unsigned long, wcstoul)
INTEGER(long long, wcstoll)
INTEGER(unsigned long long, wcstoull)
INTEGER(long, __isoc23_wcstol)
INTEGER(unsigned long, __isoc23_wcstoul)
INTEGER(long long, __isoc23_wcstoll)
INTEGER(unsigned long long, __isoc23_wcstoull)
FLOATING(float, wcstof)
FLOATING(double, wcstod)
FLOATING(long double, wcstold)
