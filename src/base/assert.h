/* SPDX-License-Identifier: Apache-2.0
 *
 * Assertions about Heddle itself. They stay on in release builds: a broken invariant of ours must end
 * with our own message and exit status 2, never as a failure of the program under test.
 * Each executable supplies hd_assert_failed(): the controller and the runtime end in different ways. */
#pragma once

_Noreturn void hd_assert_failed(const char *file, int line, const char *expr, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#define HD_ASSERT(expr, ...)                                                                                 \
	do {                                                                                                 \
		if (__builtin_expect(!(expr), 0))                                                            \
			hd_assert_failed(__FILE__, __LINE__, #expr, __VA_ARGS__);                            \
	} while (0)
