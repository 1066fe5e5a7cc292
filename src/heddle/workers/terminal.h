/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's terminal, which the program under test may change and then crash. */
#pragma once

/* Before a process of the program is started: it finds the terminal as heddle found it, and so does the user
 * when heddle ends. */
void hd_terminal_put_back(void);
