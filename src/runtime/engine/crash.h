/* SPDX-License-Identifier: Apache-2.0
 *
 * Fatal signals of the program, and the controller's signal to end a run that takes too long. */
#pragma once

/* Install the handlers, on a stack of their own. */
void hd_crash_init(void);
/* The program does not handle this signal any more: install the runtime's handler again. */
void hd_crash_catch(int signal);
/* In a child that the program made: give the signals that the runtime handles their default action again. */
void hd_crash_forget(void);
