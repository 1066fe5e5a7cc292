/* SPDX-License-Identifier: Apache-2.0
 *
 * printf and scanf to and from memory. The text is made aside first: then its length is known, and writing it
 * is an access that can be announced. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "runtime/access/string_real.h"
#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/stdio/format_memory.h"
#include "runtime/stdio/format_wrapper.h"

#define ASIDE 512 /* bytes; a longer text is made twice */

typedef int scans(const char *from, const char *format, va_list ap);
extern scans __isoc23_vsscanf, __isoc99_vsscanf;
extern int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list ap);
extern int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list ap);

#define PC ((uintptr_t)__builtin_return_address(0))

/* ---- printing ---- */

/* As vsnprintf(), at most `size` bytes. */
static int print_memory(char *to, size_t size, const char *format, va_list ap, uintptr_t user)
{
	char text[ASIDE];
	va_list again;
	int n;

	hd_format_prints(format, ap, user);
	va_copy(again, ap);
	n = HD_REAL(vsnprintf)(text, sizeof text, format, again);
	va_end(again);
	if (n < 0 || !size)
		return n;
	hd_writes(to, (size_t)n < size ? (size_t)n + 1 : size, user);
	if ((size_t)n >= sizeof text)
		return HD_REAL(vsnprintf)(to, size, format, ap);
	if ((size_t)n >= size)
		text[size - 1] = 0;
	HD_BASIC(memcpy)(to, text, (size_t)n < size ? (size_t)n + 1 : size);
	return n;
}

#define LONGEST ((size_t)INT_MAX)
/* `real` is the call if the caller is not the program. */
#define PRINTS(size, real) (hd_by_program(PC) ? print_memory(to, size, format, ap, PC) : (real))

HD_FORMATS(own_sprintf, "sprintf", (char *to, const char *format, ...),
	   PRINTS(LONGEST, HD_REAL(vsprintf)(to, format, ap)))
HD_FORMATS(own_snprintf, "snprintf", (char *to, size_t size, const char *format, ...),
	   PRINTS(size, HD_REAL(vsnprintf)(to, size, format, ap)))
HD_FORMATS_LIST(own_vsprintf, "vsprintf", (char *to, const char *format, va_list ap),
		PRINTS(LONGEST, HD_REAL(vsprintf)(to, format, ap)))
HD_FORMATS_LIST(own_vsnprintf, "vsnprintf", (char *to, size_t size, const char *format, va_list ap),
		PRINTS(size, HD_REAL(vsnprintf)(to, size, format, ap)))

/* libc's fortified forms check the room by themselves. */
#define CHECKS(name, symbol, params, last, size, real)                                                       \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, last);                                                                          \
		if (hd_by_program(PC))                                                                       \
			hd_format_prints(format, ap, PC);                                                    \
		n = real;                                                                                    \
		if (n >= 0 && (size) && hd_by_program(PC))                                                   \
			hd_writes(to, HD_BASIC(strlen)(to) + 1, PC);                                         \
		va_end(ap);                                                                                  \
		return n;                                                                                    \
	}

CHECKS(own_sprintf_chk, "__sprintf_chk", (char *to, int flag, size_t room, const char *format, ...), format,
       LONGEST, HD_REAL(__vsprintf_chk)(to, flag, room, format, ap))
CHECKS(own_snprintf_chk, "__snprintf_chk",
       (char *to, size_t size, int flag, size_t room, const char *format, ...), format, size,
       HD_REAL(__vsnprintf_chk)(to, size, flag, room, format, ap))

/* The memory is new; where it is, is written. */
static int print_new(char **to, const char *format, va_list ap, uintptr_t pc)
{
	if (!hd_by_program(pc))
		return HD_REAL(vasprintf)(to, format, ap);
	hd_format_prints(format, ap, pc);
	hd_writes(to, sizeof *to, pc);
	return HD_REAL(vasprintf)(to, format, ap);
}

HD_FORMATS(own_asprintf, "asprintf", (char **to, const char *format, ...), print_new(to, format, ap, PC))
HD_FORMATS(own_asprintf_chk, "__asprintf_chk",
	   (char **to, __attribute__((unused)) int flag, const char *format, ...),
	   print_new(to, format, ap, PC))
HD_FORMATS_LIST(own_vasprintf, "vasprintf", (char **to, const char *format, va_list ap),
		print_new(to, format, ap, PC))
HD_FORMATS_LIST(own_vasprintf_chk, "__vasprintf_chk",
		(char **to, __attribute__((unused)) int flag, const char *format, va_list ap),
		print_new(to, format, ap, PC))

/* ---- scanning ---- */

static int scan_memory(const char *from, const char *format, va_list ap, scans *real, uintptr_t pc)
{
	va_list again;
	int n, error;

	if (!hd_by_program(pc))
		return real(from, format, ap);
	hd_reads_string(from, PTRDIFF_MAX, pc);
	va_copy(again, ap);
	n = real(from, format, ap);
	error = errno;
	hd_format_scanned(format, again, n, pc);
	va_end(again);
	errno = error;
	return n;
}

#define SCANS(prefix, version)                                                                               \
	HD_FORMATS(own_sscanf##version, prefix "sscanf", (const char *from, const char *format, ...),        \
		   scan_memory(from, format, ap, &HD_REAL(version), PC))                                     \
	HD_FORMATS_LIST(own_vsscanf##version, prefix "vsscanf",                                              \
			(const char *from, const char *format, va_list ap),                                  \
			scan_memory(from, format, ap, &HD_REAL(version), PC))

SCANS("", vsscanf)
SCANS("__isoc99_", __isoc99_vsscanf)
SCANS("__isoc23_", __isoc23_vsscanf)
