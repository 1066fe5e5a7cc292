/* SPDX-License-Identifier: Apache-2.0
 *
 * The printf and scanf families. libc's headers redirect scanf to other names, so they are given here. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/real.h"
#include "runtime/streams.h"

typedef int formats(FILE *stream, const char *format, va_list ap);
typedef int checks(FILE *stream, int flag, const char *format, va_list ap);

extern formats __isoc23_vfscanf, __isoc99_vfscanf;
extern checks __vfprintf_chk;

static bool begin(FILE *stream, uintptr_t pc)
{
	return hd_stream_matters(stream) && hd_stream_begin_slow(stream, hd_site_of(pc));
}

static int end(FILE *stream, bool controlled, int result)
{
	if (controlled)
		hd_stream_end(stream);
	return result;
}

#define PC ((uintptr_t)__builtin_return_address(0))

/* A function that ends in ... by one that takes a va_list. */
#define FORMATS(name, symbol, stream, params, real, last, ...)                                               \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		bool controlled = begin(stream, PC);                                                         \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, last);                                                                          \
		n = HD_REAL(real)(stream, __VA_ARGS__, ap);                                                  \
		va_end(ap);                                                                                  \
		return end(stream, controlled, n);                                                           \
	}

#define FORMATS_LIST(name, symbol, stream, params, real, ...)                                                \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		bool controlled = begin(stream, PC);                                                         \
                                                                                                             \
		return end(stream, controlled, HD_REAL(real)(stream, __VA_ARGS__, ap));                      \
	}

FORMATS(own_printf, "printf", stdout, (const char *format, ...), vfprintf, format, format)
FORMATS(own_fprintf, "fprintf", f, (FILE * f, const char *format, ...), vfprintf, format, format)
FORMATS_LIST(own_vprintf, "vprintf", stdout, (const char *format, va_list ap), vfprintf, format)
FORMATS_LIST(own_vfprintf, "vfprintf", f, (FILE * f, const char *format, va_list ap), vfprintf, format)
FORMATS(own_printf_chk, "__printf_chk", stdout, (int flag, const char *format, ...), __vfprintf_chk, format,
	flag, format)
FORMATS(own_fprintf_chk, "__fprintf_chk", f, (FILE * f, int flag, const char *format, ...), __vfprintf_chk,
	format, flag, format)
FORMATS_LIST(own_vprintf_chk, "__vprintf_chk", stdout, (int flag, const char *format, va_list ap),
	     __vfprintf_chk, flag, format)
FORMATS_LIST(own_vfprintf_chk, "__vfprintf_chk", f, (FILE * f, int flag, const char *format, va_list ap),
	     __vfprintf_chk, flag, format)

#define SCANS(prefix, version)                                                                               \
	FORMATS(own_scanf##version, prefix "scanf", stdin, (const char *format, ...), version, format,       \
		format)                                                                                      \
	FORMATS(own_fscanf##version, prefix "fscanf", f, (FILE * f, const char *format, ...), version,       \
		format, format)                                                                              \
	FORMATS_LIST(own_vscanf##version, prefix "vscanf", stdin, (const char *format, va_list ap), version, \
		     format)                                                                                 \
	FORMATS_LIST(own_vfscanf##version, prefix "vfscanf", f, (FILE * f, const char *format, va_list ap),  \
		     version, format)

SCANS("", vfscanf)
SCANS("__isoc99_", __isoc99_vfscanf)
SCANS("__isoc23_", __isoc23_vfscanf)

/* ---- to a descriptor: made in memory, and written as write() does ---- */

static int print_to(int fd, const char *format, va_list ap)
{
	char *text;
	int n = HD_REAL(vasprintf)(&text, format, ap), done = 0;

	while (done < n) {
		ssize_t sent = write(fd, text + done, (size_t)(n - done));

		if (sent < 0)
			break;
		done += (int)sent;
	}
	if (n >= 0)
		free(text);
	return done < n ? -1 : n;
}

#define PRINTS_TO(name, symbol, params, last)                                                                \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, last);                                                                          \
		n = hd_active() ? print_to(fd, format, ap) : HD_REAL(vdprintf)(fd, format, ap);              \
		va_end(ap);                                                                                  \
		return n;                                                                                    \
	}

PRINTS_TO(own_dprintf, "dprintf", (int fd, const char *format, ...), format)
PRINTS_TO(own_dprintf_chk, "__dprintf_chk",
	  (int fd, __attribute__((unused)) int flag, const char *format, ...), format)

HD_EXPORT int own_vdprintf(int fd, const char *format, va_list ap) __asm__("vdprintf");
int own_vdprintf(int fd, const char *format, va_list ap)
{
	return hd_active() ? print_to(fd, format, ap) : HD_REAL(vdprintf)(fd, format, ap);
}

HD_EXPORT int own_vdprintf_chk(int fd, int flag, const char *format, va_list ap) __asm__("__vdprintf_chk");
int own_vdprintf_chk(int fd, int flag, const char *format, va_list ap)
{
	(void)flag;
	return own_vdprintf(fd, format, ap);
}
