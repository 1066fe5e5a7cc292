/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program does while it has one thread only: nothing is learnt from its accesses, and the runtime
 * checks no more than that the memory may be touched. After HD_LARGE accesses of this kind the calls that
 * come often are taken out of the code (patch.h), until the second thread begins. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void hd_alone_run_begin(void);
void hd_alone_visit(uintptr_t pc);
/* No call was taken out in this run so far. */
bool hd_alone_all_are_in(void);
/* There are choices from now on. */
void hd_alone_no_more(void);
