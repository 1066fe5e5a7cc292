/* SPDX-License-Identifier: Apache-2.0
 *
 * A failure that was seen only because a time-out ended long before another thread went on says so. */
#pragma once

#include "report/build/build_state.h"

/* What the failure needs that an ordinary machine does not do, malloc'ed; NULL: nothing. */
char *hd_say_condition(struct hd_build *b);
