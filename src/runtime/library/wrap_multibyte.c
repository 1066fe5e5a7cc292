/* SPDX-License-Identifier: Apache-2.0
 *
 * Characters of one encoding made those of another. */
#include <iconv.h>
#include <stdlib.h>

#include "runtime/access/effects.h"

#define WIDE   sizeof(wchar_t)
#define FAILED ((size_t)-1)

/* Characters that are written when so many came of it: the end as well if there is room for it. */
static size_t with_end(size_t made, size_t room)
{
	return made == FAILED ? 0 : made < room ? made + 1 : room;
}

/* If there was no room for the end, it is not known how much was read: the first character stands for all. */
HD_EFFECTS(size_t, mbstowcs, (wchar_t * to, const char *from, size_t n), (to, from, n), HD_NO_EFFECT,
	   hd_reads_string(from, !to || result < n ? PTRDIFF_MAX : 1, pc);
	   hd_writes_some(to, with_end(result, n) * WIDE, pc))
HD_EFFECTS(size_t, wcstombs, (char *to, const wchar_t *from, size_t n), (to, from, n), HD_NO_EFFECT,
	   hd_reads_wide(from, !to || result < n ? HD_WIDE_MAX : 1, pc);
	   hd_writes_some(to, with_end(result, n), pc))

/* Where to go on is written; NULL: all was read. */
static void went_on(const void *begin, const void *const *place, const void *to, uintptr_t pc)
{
	if (to && *place)
		hd_reads_some(begin, (size_t)((const char *)*place - (const char *)begin), pc);
	if (to)
		hd_writes(place, sizeof(void *), pc);
}

HD_EFFECTS(size_t, mbsrtowcs, (wchar_t * to, const char **from, size_t n, mbstate_t *state),
	   (to, from, n, state), const char *begin = *from;
	   hd_reads(from, sizeof(void *), pc), went_on(begin, (const void *const *)from, to, pc);
	   hd_reads_text(to && *from ? NULL : begin, pc); hd_writes_some(to, with_end(result, n) * WIDE, pc))
HD_EFFECTS(size_t, wcsrtombs, (char *to, const wchar_t **from, size_t n, mbstate_t *state),
	   (to, from, n, state), const wchar_t *begin = *from;
	   hd_reads(from, sizeof(void *), pc), went_on(begin, (const void *const *)from, to, pc);
	   hd_reads_wide(to && *from ? NULL : begin, HD_WIDE_MAX, pc);
	   hd_writes_some(to, with_end(result, n), pc))

/* Of a character that is not valid the first byte was read, of one that is not complete all there is. */
static size_t bytes_read(size_t result, size_t n)
{
	if (result <= n)
		return result + !result;
	return result == (size_t)-2 ? n : !!n;
}

HD_EFFECTS(size_t, mbrtowc, (wchar_t * to, const char *from, size_t n, mbstate_t *state),
	   (to, from, n, state), HD_NO_EFFECT, hd_reads_some(from, bytes_read(result, n), pc);
	   hd_writes_some(from && result <= n ? to : NULL, sizeof *to, pc);
	   hd_writes_some(state, sizeof *state, pc))
HD_EFFECTS(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state), (to, c, state), HD_NO_EFFECT,
	   hd_writes_some(result == FAILED ? NULL : to, result, pc);
	   hd_writes_some(state, sizeof *state, pc))
HD_EFFECTS(int, mbtowc, (wchar_t * to, const char *from, size_t n), (to, from, n), HD_NO_EFFECT,
	   hd_reads_some(from, result > 0 ? (size_t)result : !!n, pc);
	   hd_writes_some(from && result >= 0 ? to : NULL, sizeof *to, pc))
HD_EFFECTS(int, wctomb, (char *to, wchar_t c), (to, c), HD_NO_EFFECT,
	   hd_writes_some(to, result > 0 ? (size_t)result : 0, pc))
HD_EFFECTS(int, mblen, (const char *s, size_t n), (s, n), HD_NO_EFFECT,
	   hd_reads_some(s, result > 0 ? (size_t)result : !!n, pc))

/* ---- iconv ---- */

struct ends {
	char *in, *out;
};

static struct ends ends(char **in, char **out)
{
	return (struct ends){in ? *in : NULL, out ? *out : NULL};
}

static void was_converted(struct ends old, char **in, size_t *in_left, char **out, size_t *out_left,
			  uintptr_t pc)
{
	if (old.in) {
		hd_reads_some(old.in, (size_t)(*in - old.in), pc);
		hd_writes(in, sizeof *in, pc);
		hd_writes(in_left, sizeof *in_left, pc);
	}
	if (old.out && *out != old.out) {
		hd_writes(old.out, (size_t)(*out - old.out), pc);
		hd_writes(out, sizeof *out, pc);
		hd_writes(out_left, sizeof *out_left, pc);
	}
}

/* The descriptor has a state, which two threads must not change at once. */
HD_EFFECTS(size_t, iconv, (iconv_t how, char **in, size_t *in_left, char **out, size_t *out_left),
	   (how, in, in_left, out, out_left), struct ends old = ends(in, out);
	   hd_writes_some(how == (iconv_t)-1 ? NULL : how, 1, pc),
	   was_converted(old, in, in_left, out, out_left, pc))
