/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the threads of a program. */
#pragma once

#include "static/thread_kinds.h"

void hd_threads_find(struct hd_threads *t, struct hd_static_facts *f);
void hd_threads_term(struct hd_threads *t);
