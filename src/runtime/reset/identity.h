/* SPDX-License-Identifier: Apache-2.0
 *
 * The ids of this process as the program knows them. A run sees the real ones, so that children, pid files
 * and kill() work; they are recorded, and a replay sees the same, because seeds and names of files are made
 * from them. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* What getpid() shows in a run. */
pid_t hd_shown_pid(void);
/* The same for getppid(), getpgrp() and getsid(0). */
pid_t hd_shown_parent(void);
pid_t hd_shown_group(void);
pid_t hd_shown_session(void);
/* In a child of the program, which runs by itself: the id under which it knows the parent with this real id.
 */
pid_t hd_parent_as_told(pid_t real);
/* The thread that gettid() names like this; NULL: none. */
struct hd_thread *hd_thread_of_number(pid_t tid);
/* The real id for an id that the program gives. The two may differ only for the program's own process and for
 * other processes under control. */
pid_t hd_pid_of(pid_t shown);
/* The real id for the number of a process or thread that the program gives to the kernel, which sees all
 * threads of the program as one. */
pid_t hd_id_of_number(pid_t shown);
/* The path of a file below /proc/PID, where PID is the process as the program knows it: the same below
 * /proc/self, in `own`. Any other path is returned as it is. */
#define HD_OWN_PATH 128
const char *hd_path_of_own(const char *path, char own[static HD_OWN_PATH]);
/* The same as an argument of a call: what it returns lives as long as the block around it. */
#define HD_AS_OWN(path) hd_path_of_own(path, (char[HD_OWN_PATH]){0})
/* The program has asked for one of them in this run. */
bool hd_identity_was_asked(void);
/* In a child: set the ids that it shows for itself and for its parent. */
void hd_identity_forked(pid_t shown, pid_t shown_parent);
/* The program has made a process group or a session of its own: forget the ids shown for the former ones. */
void hd_identity_changed(void);
