/* SPDX-License-Identifier: Apache-2.0
 *
 * Characters of one encoding made those of another. */
#include <iconv.h>
#include <stdlib.h>

#include "runtime/effects.h"

#define WIDE   sizeof(wchar_t)
#define FAILED ((size_t)-1)

/* Characters that are written when so many came of it: the end as well if there is room for it. */
static size_t with_end(size_t made, size_t room)
{
	return made == FAILED ? 0 : made < room ? made + 1 : room;
}

HD_EFFECTS(size_t, mbstowcs, (wchar_t * to, const char *from, size_t n), (to, from, n),
	   hd_reads_text(from, pc), hd_writes_some(to, with_end(result, n) * WIDE, pc))
HD_EFFECTS(size_t, wcstombs, (char *to, const wchar_t *from, size_t n), (to, from, n),
	   hd_reads_wide(from, HD_WIDE_MAX, pc), hd_writes_some(to, with_end(result, n), pc))
HD_EFFECTS(size_t, mbsrtowcs, (wchar_t * to, const char **from, size_t n, mbstate_t *state),
	   (to, from, n, state), (hd_reads(from, sizeof *from, pc), hd_reads_text(*from, pc)),
	   hd_writes_some(to, with_end(result, n) * WIDE, pc);
	   hd_writes_some(to ? from : NULL, sizeof *from, pc))
HD_EFFECTS(size_t, wcsrtombs, (char *to, const wchar_t **from, size_t n, mbstate_t *state),
	   (to, from, n, state), (hd_reads(from, sizeof *from, pc), hd_reads_wide(*from, HD_WIDE_MAX, pc)),
	   hd_writes_some(to, with_end(result, n), pc);
	   hd_writes_some(to ? from : NULL, sizeof *from, pc))

/* A result that is no number of bytes says that the character is not complete, or not valid. */
HD_EFFECTS(size_t, mbrtowc, (wchar_t * to, const char *from, size_t n, mbstate_t *state),
	   (to, from, n, state), HD_NO_EFFECT, hd_reads_some(from, result <= n ? result + !result : n, pc);
	   hd_writes_some(result <= n ? to : NULL, sizeof *to, pc); hd_writes_some(state, sizeof *state, pc))
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
