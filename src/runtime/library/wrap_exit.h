/* SPDX-License-Identifier: Apache-2.0
 *
 * exit() and the handlers that it calls. */
#pragma once

#include <stdint.h>

/* Register the handler that brings a run back to the control loop after all of the program's own exit
 * handlers. */
void hd_exit_init(void);
/* What exit() does, at this site. */
_Noreturn void hd_exit_program(int status, uint32_t site);
