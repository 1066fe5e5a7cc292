/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory whose races are of no interest: the program has said so (access/annotate.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was said in the run before is forgotten; what was said before main holds in all runs. */
void hd_benign_run_begin(void);
void hd_benign_add(uintptr_t addr, size_t size);
bool hd_benign_has(uint64_t addr);
