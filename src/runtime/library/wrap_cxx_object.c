/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libstdc++ and libc++ that work on objects of the program: their code is in the library and is
 * not rebuilt, so the wrappers here report what they read and write. */
#include <stddef.h>
#include <stdint.h>

#include "runtime/access/effects.h"

#define HD_CXX_PATH	    40 /* bytes of a std::filesystem::path of libstdc++ */
#define HD_CXX_OTHER_PATH   24 /* … and of libc++ */
#define HD_CXX_STRING	    32
#define HD_CXX_OTHER_STRING 24

/* Whatever the functions take and return, as long as it is in the registers of integers and pointers. */
struct answer {
	uintptr_t first, second;
};
typedef struct answer call_form(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f);

static void uses_objects(const uintptr_t objects[], unsigned n, size_t size, bool writes, uintptr_t pc)
{
	for (unsigned i = 0; i < n; i++)
		hd_access_range(objects[i], size, writes && !i, pc);
}

#define HD_CXX_CALL(name, symbol, at, n, size, writes)                                                       \
	HD_EXPORT call_form name __asm__(symbol);                                                            \
	struct answer name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f)     \
	{                                                                                                    \
		if (hd_by_program(HD_PC()))                                                                  \
			uses_objects((uintptr_t[]){a, b, c} + (at), n, size, writes, HD_PC());               \
		return HD_REAL_NAMED(call_form, symbol)(a, b, c, d, e, f);                                   \
	}
#include "runtime/library/cxx_calls.def"

/* ---- floating-point numbers from strings, libc++ ---- */

#define NUMBER_OF(name, symbol, type)                                                                        \
	HD_EXPORT type name(uintptr_t string, size_t *end) __asm__(symbol);                                  \
	type name(uintptr_t string, size_t *end)                                                             \
	{                                                                                                    \
		if (hd_by_program(HD_PC()))                                                                  \
			uses_objects(&string, 1, HD_CXX_OTHER_STRING, false, HD_PC());                       \
		return HD_REAL_NAMED(__typeof__(name), symbol)(string, end);                                 \
	}

NUMBER_OF(hd_cxx_stof, "_ZNSt3__14stofERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm", float)
NUMBER_OF(hd_cxx_wide_stof, "_ZNSt3__14stofERKNS_12basic_stringIwNS_11char_traitsIwEENS_9allocatorIwEEEEPm",
	  float)
NUMBER_OF(hd_cxx_stod, "_ZNSt3__14stodERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm",
	  double)
NUMBER_OF(hd_cxx_wide_stod, "_ZNSt3__14stodERKNS_12basic_stringIwNS_11char_traitsIwEENS_9allocatorIwEEEEPm",
	  double)
NUMBER_OF(hd_cxx_stold, "_ZNSt3__15stoldERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm",
	  long double)
NUMBER_OF(hd_cxx_wide_stold, "_ZNSt3__15stoldERKNS_12basic_stringIwNS_11char_traitsIwEENS_9allocatorIwEEEEPm",
	  long double)

/* ---- characters from numbers ---- */

struct converted { /* std::to_chars_result, std::from_chars_result */
	char *end;
	int error;
};

static struct converted wrote(struct converted result, const char *to, uintptr_t pc)
{
	if (hd_by_program(pc) && !result.error)
		hd_writes_some(to, (size_t)(result.end - to), pc);
	return result;
}

#define TO_CHARS(name, symbol, type)                                                                         \
	HD_EXPORT struct converted name(char *to, char *end, type value) __asm__(symbol);                    \
	struct converted name(char *to, char *end, type value)                                               \
	{                                                                                                    \
		return wrote(HD_REAL_NAMED(__typeof__(name), symbol)(to, end, value), to, HD_PC());          \
	}
#define TO_CHARS_FORMAT(name, symbol, type)                                                                  \
	HD_EXPORT struct converted name(char *to, char *end, type value, int format) __asm__(symbol);        \
	struct converted name(char *to, char *end, type value, int format)                                   \
	{                                                                                                    \
		return wrote(HD_REAL_NAMED(__typeof__(name), symbol)(to, end, value, format), to, HD_PC());  \
	}
#define TO_CHARS_PRECISE(name, symbol, type)                                                                 \
	HD_EXPORT struct converted name(char *to, char *end, type value, int format, int n) __asm__(symbol); \
	struct converted name(char *to, char *end, type value, int format, int n)                            \
	{                                                                                                    \
		return wrote(HD_REAL_NAMED(__typeof__(name), symbol)(to, end, value, format, n), to,         \
			     HD_PC());                                                                       \
	}

/* The digits of an integer, libc++. */
#define DIGITS(name, symbol, type)                                                                           \
	HD_EXPORT char *name(type value, char *to) __asm__(symbol);                                          \
	char *name(type value, char *to)                                                                     \
	{                                                                                                    \
		char *end = HD_REAL_NAMED(__typeof__(name), symbol)(value, to);                              \
                                                                                                             \
		return wrote((struct converted){.end = end}, to, HD_PC()).end;                               \
	}

/* ---- and back: what is read ends with the character that is no part of the number ---- */

#define FROM_CHARS(name, symbol, type)                                                                       \
	HD_EXPORT struct converted name(const char *from, const char *end, type *to,                         \
					int format) __asm__(symbol);                                         \
	struct converted name(const char *from, const char *end, type *to, int format)                       \
	{                                                                                                    \
		struct converted result = HD_REAL_NAMED(__typeof__(name), symbol)(from, end, to, format);    \
                                                                                                             \
		if (!hd_by_program(HD_PC()))                                                                 \
			return result;                                                                       \
		hd_reads_some(from, (size_t)(result.end - from) + (result.end < end), HD_PC());              \
		hd_writes_some(result.error ? NULL : to, sizeof *to, HD_PC());                               \
		return result;                                                                               \
	}

TO_CHARS(hd_std_to_chars_float, "_ZSt8to_charsPcS_f", float)
TO_CHARS_FORMAT(hd_std_to_chars_float_format, "_ZSt8to_charsPcS_fSt12chars_format", float)
TO_CHARS_PRECISE(hd_std_to_chars_float_precise, "_ZSt8to_charsPcS_fSt12chars_formati", float)
TO_CHARS(hd_std_to_chars_double, "_ZSt8to_charsPcS_d", double)
TO_CHARS_FORMAT(hd_std_to_chars_double_format, "_ZSt8to_charsPcS_dSt12chars_format", double)
TO_CHARS_PRECISE(hd_std_to_chars_double_precise, "_ZSt8to_charsPcS_dSt12chars_formati", double)
TO_CHARS(hd_std_to_chars_long_double, "_ZSt8to_charsPcS_e", long double)
TO_CHARS_FORMAT(hd_std_to_chars_long_double_format, "_ZSt8to_charsPcS_eSt12chars_format", long double)
TO_CHARS_PRECISE(hd_std_to_chars_long_double_precise, "_ZSt8to_charsPcS_eSt12chars_formati", long double)
TO_CHARS(hd_cxx_to_chars_float, "_ZNSt3__18to_charsEPcS0_f", float)
TO_CHARS_FORMAT(hd_cxx_to_chars_float_format, "_ZNSt3__18to_charsEPcS0_fNS_12chars_formatE", float)
TO_CHARS_PRECISE(hd_cxx_to_chars_float_precise, "_ZNSt3__18to_charsEPcS0_fNS_12chars_formatEi", float)
TO_CHARS(hd_cxx_to_chars_double, "_ZNSt3__18to_charsEPcS0_d", double)
TO_CHARS_FORMAT(hd_cxx_to_chars_double_format, "_ZNSt3__18to_charsEPcS0_dNS_12chars_formatE", double)
TO_CHARS_PRECISE(hd_cxx_to_chars_double_precise, "_ZNSt3__18to_charsEPcS0_dNS_12chars_formatEi", double)
TO_CHARS(hd_cxx_to_chars_long_double, "_ZNSt3__18to_charsEPcS0_e", long double)
TO_CHARS_FORMAT(hd_cxx_to_chars_long_double_format, "_ZNSt3__18to_charsEPcS0_eNS_12chars_formatE",
		long double)
TO_CHARS_PRECISE(hd_cxx_to_chars_long_double_precise, "_ZNSt3__18to_charsEPcS0_eNS_12chars_formatEi",
		 long double)
FROM_CHARS(hd_std_from_chars_float, "_ZSt10from_charsPKcS0_RfSt12chars_format", float)
FROM_CHARS(hd_std_from_chars_double, "_ZSt10from_charsPKcS0_RdSt12chars_format", double)
FROM_CHARS(hd_std_from_chars_long_double, "_ZSt10from_charsPKcS0_ReSt12chars_format", long double)
DIGITS(hd_cxx_digits, "_ZNSt3__16__itoa8__u32toaEjPc", uint32_t)
DIGITS(hd_cxx_long_digits, "_ZNSt3__16__itoa8__u64toaEmPc", uint64_t)
