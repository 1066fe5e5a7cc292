/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits that the program sets itself. Those on its memory and on the number of its threads are modelled: the
 * kernel would count what belongs to the runtime as well. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/own.h"

/* The program has set a limit on its memory in this run. */
extern HD_OWN bool hd_rlimit_memory;

/* May the program have so many bytes more? Asked only if it has set a limit. */
bool hd_rlimit_allows(size_t more);

/* May it have one thread more, whose stack takes so many bytes? */
bool hd_rlimit_allows_thread(size_t stack);

void hd_rlimit_run_begin(void);
