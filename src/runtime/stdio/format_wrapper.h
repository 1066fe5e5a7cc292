/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrappers of the printf and scanf families: a function of libc that ends in "...", with `format` as its last
 * parameter, and its sibling that takes a va_list. `call` is an expression with the parameters and `ap`. */
#pragma once

#include <stdarg.h>

#include "runtime/common/real.h"

#define HD_FORMATS(name, symbol, params, call)                                                               \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		va_list ap;                                                                                  \
		int n;                                                                                       \
                                                                                                             \
		va_start(ap, format);                                                                        \
		n = call;                                                                                    \
		va_end(ap);                                                                                  \
		return n;                                                                                    \
	}

#define HD_FORMATS_LIST(name, symbol, params, call)                                                          \
	HD_EXPORT int name params __asm__(symbol);                                                           \
	int name params                                                                                      \
	{                                                                                                    \
		return call;                                                                                 \
	}
