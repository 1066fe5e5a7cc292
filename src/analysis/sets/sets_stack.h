/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of a thread's call stack, and of the functions on it. */
#pragma once

#include "analysis/sets/sets_state.h"

const struct hd_layout_function *hd_function(const struct hd_sets *s, uint32_t function);
/* NULL: there is no memory for it. */
struct hd_sets_thread *hd_sets_thread(struct hd_sets *s, hd_tid tid);
