/* SPDX-License-Identifier: Apache-2.0
 *
 * What /proc says about the program's own process: its parent and its tracer are Heddle's processes, not the
 * same ones in a search, in a replay and under a debugger. The program sees process 1 as its parent and no
 * tracer. */
#pragma once

/* The program has opened this path as this descriptor: if it is a file about the own process that names
 * others, put the text that the program is to see behind the descriptor. */
void hd_own_process_opened(int fd, const char *path);
