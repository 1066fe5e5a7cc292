/* SPDX-License-Identifier: Apache-2.0
 *
 * Wide characters from and to streams, and formats of wide characters. */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "runtime/access/effects.h"
#include "runtime/stdio/format_memory.h"
#include "runtime/stdio/format_wrapper.h"
#include "runtime/stdio/streams.h"

extern int __isoc99_vfwscanf(FILE *stream, const wchar_t *format, va_list ap);
extern int __isoc99_vswscanf(const wchar_t *from, const wchar_t *format, va_list ap);

HD_STREAM_CALL(wint_t, fgetwc, (FILE * stream), (stream))
HD_STREAM_CALL(wint_t, getwc, (FILE * stream), (stream))
HD_STREAM_CALL(wint_t, fputwc, (wchar_t c, FILE *stream), (c, stream))
HD_STREAM_CALL(wint_t, putwc, (wchar_t c, FILE *stream), (c, stream))
HD_STREAM_CALL(wint_t, ungetwc, (wint_t c, FILE *stream), (c, stream))
HD_STREAM_DATA(wchar_t *, fgetws, stream, (wchar_t *restrict to, int n, FILE *restrict stream),
	       (to, n, stream), HD_NO_EFFECT, hd_writes_some(r, r ? hd_wide_extent(r, HD_WIDE_MAX) : 0, user))
HD_STREAM_DATA(int, fputws, stream, (const wchar_t *restrict from, FILE *restrict stream), (from, stream),
	       hd_reads_wide(from, HD_WIDE_MAX, user), HD_NO_EFFECT)
HD_STREAM_CALL(int, fwide, (FILE * stream, int mode), (stream, mode))

/* ---- formats ---- */

static void reads_to_print(const wchar_t *format, va_list ap, uintptr_t pc)
{
	char narrow[HD_FORMAT_SIZE];

	hd_reads_wide(format, HD_WIDE_MAX, pc);
	hd_format_prints(hd_format_narrow(format, narrow), ap, pc);
}

static void wrote_scanned(const wchar_t *format, va_list ap, int assigned, uintptr_t pc)
{
	char narrow[HD_FORMAT_SIZE];
	int error = errno;

	hd_format_scanned(hd_format_narrow(format, narrow), ap, assigned, pc);
	errno = error;
}

typedef int formats(FILE *stream, const wchar_t *format, va_list ap);

static int print_wide(FILE *stream, const wchar_t *format, va_list ap, uintptr_t pc)
{
	bool controlled = hd_stream_matters(stream) && hd_stream_begin_slow(stream, hd_site_of(pc));
	int n;

	if (hd_by_program(pc))
		reads_to_print(format, ap, pc);
	n = HD_REAL(vfwprintf)(stream, format, ap);
	if (controlled)
		hd_stream_end(stream);
	return n;
}

static int scan_wide(FILE *stream, const wchar_t *format, va_list ap, formats *real, uintptr_t pc)
{
	bool controlled = hd_stream_matters(stream) && hd_stream_begin_slow(stream, hd_site_of(pc));
	va_list again;
	int n;

	va_copy(again, ap);
	n = real(stream, format, ap);
	if (hd_by_program(pc))
		wrote_scanned(format, again, n, pc);
	va_end(again);
	if (controlled)
		hd_stream_end(stream);
	return n;
}

#define PRINTS(of) print_wide(of, format, ap, HD_PC())
#define SCANS(of)  scan_wide(of, format, ap, &HD_REAL(__isoc99_vfwscanf), HD_PC())

HD_FORMATS(own_wprintf, "wprintf", (const wchar_t *format, ...), PRINTS(stdout))
HD_FORMATS(own_fwprintf, "fwprintf", (FILE * f, const wchar_t *format, ...), PRINTS(f))
HD_FORMATS_LIST(own_vwprintf, "vwprintf", (const wchar_t *format, va_list ap), PRINTS(stdout))
HD_FORMATS_LIST(own_vfwprintf, "vfwprintf", (FILE * f, const wchar_t *format, va_list ap), PRINTS(f))
HD_FORMATS(own_wscanf, "__isoc99_wscanf", (const wchar_t *format, ...), SCANS(stdin))
HD_FORMATS(own_fwscanf, "__isoc99_fwscanf", (FILE * f, const wchar_t *format, ...), SCANS(f))
HD_FORMATS_LIST(own_vwscanf, "__isoc99_vwscanf", (const wchar_t *format, va_list ap), SCANS(stdin))
HD_FORMATS_LIST(own_vfwscanf, "__isoc99_vfwscanf", (FILE * f, const wchar_t *format, va_list ap), SCANS(f))

/* ---- to and from memory ---- */

/* A text that did not fit has filled the whole buffer. */
static int print_to(wchar_t *to, size_t size, const wchar_t *format, va_list ap, uintptr_t pc)
{
	int n, error;

	if (!hd_by_program(pc))
		return HD_REAL(vswprintf)(to, size, format, ap);
	reads_to_print(format, ap, pc);
	n = HD_REAL(vswprintf)(to, size, format, ap);
	error = errno;
	hd_writes_some(to, n < 0 ? size * sizeof *to : ((size_t)n + 1) * sizeof *to, pc);
	errno = error;
	return n;
}

static int scan_from(const wchar_t *from, const wchar_t *format, va_list ap, uintptr_t pc)
{
	va_list again;
	int n;

	if (!hd_by_program(pc))
		return HD_REAL(__isoc99_vswscanf)(from, format, ap);
	hd_reads_wide(from, HD_WIDE_MAX, pc);
	va_copy(again, ap);
	n = HD_REAL(__isoc99_vswscanf)(from, format, ap);
	wrote_scanned(format, again, n, pc);
	va_end(again);
	return n;
}

HD_FORMATS(own_swprintf, "swprintf", (wchar_t * to, size_t size, const wchar_t *format, ...),
	   print_to(to, size, format, ap, HD_PC()))
HD_FORMATS_LIST(own_vswprintf, "vswprintf", (wchar_t * to, size_t size, const wchar_t *format, va_list ap),
		print_to(to, size, format, ap, HD_PC()))
HD_FORMATS(own_swscanf, "__isoc99_swscanf", (const wchar_t *from, const wchar_t *format, ...),
	   scan_from(from, format, ap, HD_PC()))
HD_FORMATS_LIST(own_vswscanf, "__isoc99_vswscanf", (const wchar_t *from, const wchar_t *format, va_list ap),
		scan_from(from, format, ap, HD_PC()))
