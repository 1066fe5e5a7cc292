/* SPDX-License-Identifier: Apache-2.0
 *
 * Formatting that may be used anywhere: in a signal handler, before constructors, in a corrupted process. */
#pragma once

/* Signal-safe formatting for messages (no locale, no allocation): %s %d %u %x %lx %lu %p %c. */
int hd_format(char *out, unsigned size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int hd_vformat(char *out, unsigned size, const char *fmt, __builtin_va_list ap);
