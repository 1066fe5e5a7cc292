/* SPDX-License-Identifier: Apache-2.0
 *
 * Process ids as the program knows them: in a replay they are those of the recorded run. */
#pragma once

#include <sys/types.h>

/* What getpid() shows in a run. */
pid_t hd_shown_pid(void);
/* The real id for one that the program gives: only its own, and those of processes under control, may be
 * others. */
pid_t hd_pid_of(pid_t shown);
/* The real id for the number of a process or thread that the program gives to the kernel, for which all
 * threads of the program are one. */
pid_t hd_id_of_number(pid_t shown);
/* In a child: it has another one, and so has its parent. */
void hd_identity_forked(pid_t shown, pid_t shown_parent);
/* The program has made a group or a session of its own: what it was told of them is no longer true. */
void hd_identity_changed(void);
