/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes that a program under test leaves behind. Heddle becomes the parent of every process below it
 * whose own parent has ended, so none of them can get away, whatever session or process group it moved to. */
#pragma once

#include <sys/types.h>

/* Heddle has started this process, and ends it itself. */
void hd_family_add(pid_t pid);
/* That process has ended and was waited for. */
void hd_family_remove(pid_t pid);
/* A command of the user's has ended. What it left running was meant to stay, a database say. */
void hd_family_keep_orphans(void);
/* A worker has ended. What it left running is killed. */
void hd_family_kill_orphans(void);
