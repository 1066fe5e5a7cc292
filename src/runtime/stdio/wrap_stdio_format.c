/* SPDX-License-Identifier: Apache-2.0
 *
 * The printf and scanf families. libc's headers redirect scanf to other names, so they are given here. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/stdio/format_memory.h"
#include "runtime/stdio/format_wrapper.h"
#include "runtime/stdio/streams.h"

typedef int formats(FILE *stream, const char *format, va_list ap);
typedef int checks(FILE *stream, int flag, const char *format, va_list ap);

extern formats __isoc23_vfscanf, __isoc99_vfscanf;
extern checks __vfprintf_chk;

static bool begin_format(FILE *stream, uintptr_t pc)
{
	return hd_stream_matters(stream) && hd_stream_begin_slow(stream, hd_site_of(pc));
}

static int end_format(FILE *stream, bool controlled, int result)
{
	if (controlled)
		hd_stream_end(stream);
	return result;
}

#define PC ((uintptr_t)__builtin_return_address(0))

/* ---- the program's memory ---- */

static void reads_to_print(const char *format, va_list ap, uintptr_t pc)
{
	if (hd_by_program(pc))
		hd_format_prints(format, ap, pc);
}

static void wrote_scanned(const char *format, va_list ap, int assigned, uintptr_t pc)
{
	int error = errno;

	if (hd_by_program(pc))
		hd_format_scanned(format, ap, assigned, pc);
	errno = error;
}

/* ---- streams ---- */

/* A function that ends in ... by one that takes a va_list. */
#define PRINTS(name, symbol, stream, params, real, last, ...)                                                \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		bool controlled = begin_format(stream, PC);                                                  \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, last);                                                                          \
		reads_to_print(format, ap, PC);                                                              \
		n = HD_REAL(real)(stream, __VA_ARGS__, ap);                                                  \
		va_end(ap);                                                                                  \
		return end_format(stream, controlled, n);                                                    \
	}

#define PRINTS_LIST(name, symbol, stream, params, real, ...)                                                 \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		bool controlled = begin_format(stream, PC);                                                  \
                                                                                                             \
		reads_to_print(format, ap, PC);                                                              \
		return end_format(stream, controlled, HD_REAL(real)(stream, __VA_ARGS__, ap));               \
	}

PRINTS(own_printf, "printf", stdout, (const char *format, ...), vfprintf, format, format)
PRINTS(own_fprintf, "fprintf", f, (FILE * f, const char *format, ...), vfprintf, format, format)
PRINTS_LIST(own_vprintf, "vprintf", stdout, (const char *format, va_list ap), vfprintf, format)
PRINTS_LIST(own_vfprintf, "vfprintf", f, (FILE * f, const char *format, va_list ap), vfprintf, format)
PRINTS(own_printf_chk, "__printf_chk", stdout, (int flag, const char *format, ...), __vfprintf_chk, format,
       flag, format)
PRINTS(own_fprintf_chk, "__fprintf_chk", f, (FILE * f, int flag, const char *format, ...), __vfprintf_chk,
       format, flag, format)
PRINTS_LIST(own_vprintf_chk, "__vprintf_chk", stdout, (int flag, const char *format, va_list ap),
	    __vfprintf_chk, flag, format)
PRINTS_LIST(own_vfprintf_chk, "__vfprintf_chk", f, (FILE * f, int flag, const char *format, va_list ap),
	    __vfprintf_chk, flag, format)

static int scan_stream(FILE *stream, const char *format, va_list ap, formats *real, uintptr_t pc)
{
	bool controlled = begin_format(stream, pc);
	va_list again;
	int n;

	va_copy(again, ap);
	n = real(stream, format, ap);
	wrote_scanned(format, again, n, pc);
	va_end(again);
	return end_format(stream, controlled, n);
}

#define SCANS(prefix, version)                                                                               \
	HD_FORMATS(own_scanf##version, prefix "scanf", (const char *format, ...),                            \
		   scan_stream(stdin, format, ap, &HD_REAL(version), PC))                                    \
	HD_FORMATS(own_fscanf##version, prefix "fscanf", (FILE * f, const char *format, ...),                \
		   scan_stream(f, format, ap, &HD_REAL(version), PC))                                        \
	HD_FORMATS_LIST(own_vscanf##version, prefix "vscanf", (const char *format, va_list ap),              \
			scan_stream(stdin, format, ap, &HD_REAL(version), PC))                               \
	HD_FORMATS_LIST(own_vfscanf##version, prefix "vfscanf", (FILE * f, const char *format, va_list ap),  \
			scan_stream(f, format, ap, &HD_REAL(version), PC))

SCANS("", vfscanf)
SCANS("__isoc99_", __isoc99_vfscanf)
SCANS("__isoc23_", __isoc23_vfscanf)

/* ---- to a descriptor: made in memory, and written as write() does ---- */

static int print_to(int fd, const char *format, va_list ap, uintptr_t pc)
{
	char *text;
	int n, done = 0;

	reads_to_print(format, ap, pc);
	n = HD_REAL(vasprintf)(&text, format, ap);
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

#define PRINTS_TO (hd_active() ? print_to(fd, format, ap, PC) : HD_REAL(vdprintf)(fd, format, ap))

HD_FORMATS(own_dprintf, "dprintf", (int fd, const char *format, ...), PRINTS_TO)
HD_FORMATS(own_dprintf_chk, "__dprintf_chk",
	   (int fd, __attribute__((unused)) int flag, const char *format, ...), PRINTS_TO)

HD_EXPORT int own_vdprintf(int fd, const char *format, va_list ap) __asm__("vdprintf");
int own_vdprintf(int fd, const char *format, va_list ap)
{
	return hd_active() ? print_to(fd, format, ap, PC) : HD_REAL(vdprintf)(fd, format, ap);
}

HD_EXPORT int own_vdprintf_chk(int fd, int flag, const char *format, va_list ap) __asm__("__vdprintf_chk");
int own_vdprintf_chk(int fd, int flag, const char *format, va_list ap)
{
	(void)flag;
	return hd_active() ? print_to(fd, format, ap, PC) : HD_REAL(vdprintf)(fd, format, ap);
}
