/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for what the runtime knows about one run. All of it is forgotten when the next run begins: a run
 * that ends in the middle leaks nothing, and no reset in place touches it. */
#pragma once

#include <stddef.h>

/* Zeroed, aligned for anything. */
void *hd_run_alloc(size_t size);
/* Give a piece of this size back, for use in the same run. */
void hd_run_free(void *p, size_t size);
void hd_run_memory_begin(void);
