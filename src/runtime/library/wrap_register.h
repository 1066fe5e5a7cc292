/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that the program registers to be called at its end or when it forks: what the registering thread
 * did before happens before the calls, whichever thread makes them. */
#pragma once

/* The running thread is about to call the functions that were registered for the end of the program. */
void hd_registered_for_exit(void);
