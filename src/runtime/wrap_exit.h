/* SPDX-License-Identifier: Apache-2.0
 *
 * The ends of a program. */
#pragma once

/* Register the handler that brings a run back to the control loop after all of the program's own exit
 * handlers. */
void hd_exit_init(void);
