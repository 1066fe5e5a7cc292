/* SPDX-License-Identifier: Apache-2.0
 *
 * What a debugger is shown of the threads. */
#pragma once

/* Describe all threads of the run in the slot's failure and debug. A debugger calls it while the process is
 * stopped, on a stack of its own: it changes nothing else. */
void hd_debug_describe_threads(void);
