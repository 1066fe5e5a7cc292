/* SPDX-License-Identifier: Apache-2.0
 *
 * How a wrapper fails as libc's function would. */
#pragma once

#include <errno.h>

/* Sets errno; returns -1. */
static inline int hd_error(int error)
{
	errno = error;
	return -1;
}
