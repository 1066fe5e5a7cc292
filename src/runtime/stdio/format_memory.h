/* SPDX-License-Identifier: Apache-2.0
 *
 * Which memory of the program printf() and scanf() read and write through the pointers among their arguments.
 * These functions report each piece as an access at the place of the call. They do not understand formats
 * with numbered arguments (%1$s), and report nothing for them. */
#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <wchar.h>

/* Before printf: strings are read, %n writes. The list is used up. */
void hd_format_prints(const char *format, va_list ap, uintptr_t user);
/* After scanf, which has assigned that many fields. The list is used up. */
void hd_format_scanned(const char *format, va_list ap, int assigned, uintptr_t user);

/* A wide format, with the same meaning: its first HD_FORMAT_SIZE characters, of which those that are part of
 * a conversion are all ASCII. */
#define HD_FORMAT_SIZE 1024
const char *hd_format_narrow(const wchar_t *format, char narrow[HD_FORMAT_SIZE]);
