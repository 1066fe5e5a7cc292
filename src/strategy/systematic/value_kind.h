/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of pairs of operations whose order may matter, the likeliest bug first: accesses to the same memory
 * (RW), a wait and what ends it (WN), a woken waiter and another that wants its mutex (WM) or two woken
 * waiters (WW), and two that contend for the same lock (MM). They are those of value.c. */
#pragma once

#include "model/event.h"

enum hd_value_kind {
	HD_VALUE_RW,
	HD_VALUE_WN,
	HD_VALUE_WM,
	HD_VALUE_WW,
	HD_VALUE_MM,
	HD_VALUE_NONE, /* no pair of these kinds */
};

/* The kind of the pair that two operations of different threads make, in either order. */
enum hd_value_kind hd_value_kind_of(const struct hd_op *a, const struct hd_op *b);
