/* SPDX-License-Identifier: Apache-2.0
 *
 * Who calls whom: functions that are called through pointers, and threads that are started with them, are
 * found together with what pointers point to. */
#pragma once

#include "static/facts/facts.h"

/* Solve all that the facts say of pointers, and list the callees of each call and create. */
void hd_calls_resolve(struct hd_static_facts *f);
/* Mark the blocks that can be reached from themselves. */
void hd_calls_find_loops(struct hd_static_facts *f);
