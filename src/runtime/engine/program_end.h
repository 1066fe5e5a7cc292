/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of the program by one of its threads. */
#pragma once

#include <stdint.h>

/* The end is a scheduling point: other threads will never do more than they have done by then. */
void hd_announce_end(uint32_t site);
/* What _exit() does. Other threads may still be chosen before it happens. */
_Noreturn void hd_end_program(int status, uint32_t site);
