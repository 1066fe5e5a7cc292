/* SPDX-License-Identifier: Apache-2.0
 *
 * Wide characters from and to streams. */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "runtime/real.h"
#include "runtime/streams.h"

extern int __isoc99_vfwscanf(FILE *stream, const wchar_t *format, va_list ap);

HD_STREAM_CALL(wint_t, fgetwc, (FILE * stream), (stream))
HD_STREAM_CALL(wint_t, getwc, (FILE * stream), (stream))
HD_STREAM_CALL(wint_t, fputwc, (wchar_t c, FILE *stream), (c, stream))
HD_STREAM_CALL(wint_t, putwc, (wchar_t c, FILE *stream), (c, stream))
HD_STREAM_CALL(wint_t, ungetwc, (wint_t c, FILE *stream), (c, stream))
HD_STREAM_CALL(wchar_t *, fgetws, (wchar_t *restrict to, int n, FILE *restrict stream), (to, n, stream))
HD_STREAM_CALL(int, fputws, (const wchar_t *restrict from, FILE *restrict stream), (from, stream))
HD_STREAM_CALL(int, fwide, (FILE * stream, int mode), (stream, mode))
HD_STREAM_CALL(int, vfwprintf, (FILE *restrict stream, const wchar_t *restrict format, va_list ap),
	       (stream, format, ap))
HD_STREAM_CALL(int, vfwscanf, (FILE *restrict stream, const wchar_t *restrict format, va_list ap),
	       (stream, format, ap))
HD_STREAM_CALL(int, __isoc99_vfwscanf, (FILE * stream, const wchar_t *format, va_list ap),
	       (stream, format, ap))

/* A function that ends in ... by one that takes a va_list. */
#define FORMATS(name, symbol, params, real, of)                                                              \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		FILE *stream = of;                                                                           \
		bool controlled = hd_stream_matters(stream) && hd_stream_begin_slow(stream, HD_SITE());      \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, format);                                                                        \
		n = HD_REAL(real)(stream, format, ap);                                                       \
		va_end(ap);                                                                                  \
		if (controlled)                                                                              \
			hd_stream_end(stream);                                                               \
		return n;                                                                                    \
	}

FORMATS(own_wprintf, "wprintf", (const wchar_t *format, ...), vfwprintf, stdout)
FORMATS(own_fwprintf, "fwprintf", (FILE * f, const wchar_t *format, ...), vfwprintf, f)
FORMATS(own_wscanf, "__isoc99_wscanf", (const wchar_t *format, ...), __isoc99_vfwscanf, stdin)
FORMATS(own_fwscanf, "__isoc99_fwscanf", (FILE * f, const wchar_t *format, ...), __isoc99_vfwscanf, f)
