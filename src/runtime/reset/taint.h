/* SPDX-License-Identifier: Apache-2.0
 *
 * A wrapper that passes its call to libc and notes its success, which makes a reset in place impossible. */
#pragma once

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"

#define HD_NOTED(taint, type, name, params, args)                                                            \
	HD_EXPORT type name params                                                                           \
	{                                                                                                    \
		type result = HD_REAL(name) args;                                                            \
                                                                                                             \
		if (hd_active() && result != (type)-1)                                                       \
			hd_taint(taint);                                                                     \
		return result;                                                                               \
	}
