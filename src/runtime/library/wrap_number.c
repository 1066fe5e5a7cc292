/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers from strings: what is read ends with the character that is no part of the number. */
#include <inttypes.h>
#include <stdlib.h>

#include "runtime/common/real.h"
#include "runtime/access/string_real.h"

#define INTEGER(result, name)                                                                                \
	extern result name(const char *restrict s, char **restrict end, int base);                           \
	HD_EXPORT result own_##name(const char *restrict s, char **restrict end, int base) __asm__(#name);   \
	result own_##name(const char *restrict s, char **restrict end, int base)                             \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			char *after;                                                                         \
                                                                                                             \
			(void)HD_REAL(name)(s, &after, base);                                                \
			uses(s, after, end, HD_PC());                                                        \
		}                                                                                            \
		return HD_REAL(name)(s, end, base);                                                          \
	}

#define FLOATING(result, name)                                                                               \
	HD_EXPORT result own_##name(const char *restrict s, char **restrict end) __asm__(#name);             \
	result own_##name(const char *restrict s, char **restrict end)                                       \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			char *after;                                                                         \
                                                                                                             \
			(void)HD_REAL(name)(s, &after);                                                      \
			uses(s, after, end, HD_PC());                                                        \
		}                                                                                            \
		return HD_REAL(name)(s, end);                                                                \
	}

/* By the function that also tells where the number ends. */
#define SHORT_FORM(result, name, long_form)                                                                  \
	HD_EXPORT result own_##name(const char *s) __asm__(#name);                                           \
	result own_##name(const char *s)                                                                     \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			char *after;                                                                         \
                                                                                                             \
			(void)long_form;                                                                     \
			uses(s, after, NULL, HD_PC());                                                       \
		}                                                                                            \
		return HD_REAL(name)(s);                                                                     \
	}

static void uses(const char *s, const char *after, char **end, uintptr_t pc)
{
	hd_reads(s, (size_t)(after - s) + 1, pc);
	if (end)
		hd_writes(end, sizeof *end, pc);
}

INTEGER(long, strtol)
INTEGER(unsigned long, strtoul)
INTEGER(long long, strtoll)
INTEGER(unsigned long long, strtoull)
INTEGER(intmax_t, strtoimax)
INTEGER(uintmax_t, strtoumax)
INTEGER(long, __isoc23_strtol)
INTEGER(unsigned long, __isoc23_strtoul)
INTEGER(long long, __isoc23_strtoll)
INTEGER(unsigned long long, __isoc23_strtoull)
INTEGER(intmax_t, __isoc23_strtoimax)
INTEGER(uintmax_t, __isoc23_strtoumax)
FLOATING(float, strtof)
FLOATING(double, strtod)
FLOATING(long double, strtold)
SHORT_FORM(int, atoi, HD_REAL(strtol)(s, &after, 10))
SHORT_FORM(long, atol, HD_REAL(strtol)(s, &after, 10))
SHORT_FORM(long long, atoll, HD_REAL(strtol)(s, &after, 10))
SHORT_FORM(double, atof, HD_REAL(strtod)(s, &after))
