/* SPDX-License-Identifier: Apache-2.0
 *
 * A call that is only noted: it makes a reset in place impossible, and goes to libc. */
#pragma once

#include "runtime/failure.h"
#include "runtime/real.h"
#include "runtime/sched.h"

#define HD_NOTED(taint, result, name, params, args)                                                          \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		if (hd_active())                                                                             \
			hd_taint(taint);                                                                     \
		return HD_REAL(name) args;                                                                   \
	}
