/* SPDX-License-Identifier: Apache-2.0
 *
 * Process ids as the program knows them: in a replay they are those of the recorded run. */
#pragma once

#include <sys/types.h>

/* What getpid() shows in a run. */
pid_t hd_shown_pid(void);
/* The real id for an id that the program gives. The two may differ only for the program's own process and for
 * other processes under control. */
pid_t hd_pid_of(pid_t shown);
/* The real id for the number of a process or thread that the program gives to the kernel, which sees all
 * threads of the program as one. */
pid_t hd_id_of_number(pid_t shown);
/* In a child: set the ids that it shows for itself and for its parent. */
void hd_identity_forked(pid_t shown, pid_t shown_parent);
/* The program has made a process group or a session of its own: forget the ids shown for the former ones. */
void hd_identity_changed(void);
