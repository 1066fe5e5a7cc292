/* SPDX-License-Identifier: Apache-2.0
 *
 * The turn of a team (common/team.h): one process at a time has it and runs; all others wait for their bell.
 * It is handed over when a thread of another process is chosen, and lent to a process that has to look at
 * what its threads wait for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/event.h"

void hd_team_init(void);
void hd_team_run_begin(void);

/* ---- members ---- */

/* Another process is about to be made by the running thread; its first thread will be `first`. Returns its
 * number. */
unsigned hd_team_add(hd_tid first, uint32_t site);
/* The process was made (pid < 0: it could not be). Returns its id as the program is to know it. */
pid_t hd_team_added(unsigned number, pid_t pid);
/* To be called in the new process: returns when its thread is chosen. */
void hd_team_enter(unsigned number);

/* This process ends: how, as siginfo tells it. All others go on, and the run with them. */
_Noreturn void hd_team_leave(int code, int status);
/* A signal ends this process, which is not the first one. */
_Noreturn void hd_team_killed(int signal);
/* The run has ended in a process that is not the first: the first one goes on with what comes after a run. */
_Noreturn void hd_team_over(void);
/* The run has ended, in the first process: kill all others and wait until they are gone. */
void hd_team_disband(void);

/* ---- the turn ---- */

/* Hand the turn to the process of the thread that was chosen (hd_rt.run.self), and wait for it to come back
 * with another one. */
void hd_team_hand_over(void);
/* Let other processes look at what their threads wait for, if something has changed. With `all`: in any
 * case. */
void hd_team_look(bool all);
/* No thread can ever go on. True: the program itself has ended, and what is left of it just waits. Ends the
 * run as unsupported if a thread waits for something outside of the run. */
bool hd_team_is_done(void);
