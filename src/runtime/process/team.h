/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of a run whose children are under control (--children controlled): a team with one schedule.
 * The table of threads and all that the scheduler decides by is memory that they share, so threads are
 * numbered over all processes, and one process at a time has the turn: it runs, it asks the strategy, and it
 * hands the turn over when a thread of another process is chosen.
 *
 * What a process has for itself (its memory, its descriptors, its signals) only it can look at. A thread that
 * waits for something of that kind is as ready as its own process has found it to be (hd_thread.found); when
 * something changed that may concern others, the process with the turn asks them to look (hd_team_look).
 * Objects in memory that the processes share lie at one address in all of them (team_memory.c), and so any of
 * them can tell which threads may go on. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/own.h"
#include "model/capacity.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

extern HD_OWN unsigned hd_process; /* the number of this process in the run; 0 is the program itself */

/* The run has had children under control. */
static inline bool hd_team(void)
{
	return __builtin_expect(hd_rt.run.processes, 0);
}

static inline bool hd_is_here(const struct hd_thread *t)
{
	return t->process == hd_process;
}

/* All processes have the same object at this address. */
bool hd_team_sees(uint64_t addr);

/* This process can tell whether the thread may go on. */
static inline bool hd_can_tell(const struct hd_thread *t)
{
	return hd_is_here(t) || hd_team_sees(t->op.addr);
}

/* The thread may hold, or wait for, the object that this process has at this address. */
static inline bool hd_may_share(const struct hd_thread *t, uint64_t addr)
{
	return hd_is_here(t) || hd_team_sees(addr);
}

void hd_team_init(void);
void hd_team_run_begin(void);

/* ---- members ---- */

/* Another process is about to be made by the running thread; its first thread will be `first`. Returns its
 * number. */
unsigned hd_team_add(hd_tid first, uint32_t site);
/* The process was made (pid < 0: it could not be). Returns its id as the program is to know it. */
pid_t hd_team_added(unsigned number, pid_t pid);
/* The ids of this process and of its parent, as the program knows them. */
pid_t hd_team_pid(void);
pid_t hd_team_parent_pid(void);
/* The real id for one that the program knows. */
pid_t hd_team_real_pid(pid_t shown);
/* To be called in the new process: returns when its thread is chosen. */
void hd_team_enter(unsigned number);
/* Other processes than this one have not ended. */
bool hd_team_has_others(void);
/* The first thread of this process. */
hd_tid hd_team_first(void);

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
/* Something changed that other processes may have to look at. */
void hd_team_changed(void);
/* Let other processes look at what their threads wait for, if something has changed. With `all`: in any
 * case. */
void hd_team_look(bool all);
/* When the next timer of another process goes off. */
uint64_t hd_team_next_timer(void);
/* No thread can ever go on. True: the program itself has ended, and what is left of it just waits. Ends the
 * run as unsupported if a thread waits for something outside of the run. */
bool hd_team_is_done(void);

/* ---- children and signals ---- */

/* The number of the process with this id, if it belongs to the run and no process has waited for it; else
 * -1. */
int hd_team_member(pid_t pid);
/* Send process `number` a signal. */
void hd_team_mail(unsigned number, const siginfo_t *info);

/* Send a signal to all others in the group of this process. NULL: nothing is sent. */
void hd_team_mail_group(const siginfo_t *info);

struct hd_wanted {     /* as waitid() wants it */
	unsigned type; /* idtype_t */
	unsigned id;
};

/* This process has made children under control, and waits for such. */
bool hd_team_is_parent(const struct hd_wanted *w);
/* One of its children that has ended and was not waited for: its id and how it ended; 0: none. *alive: one
 * that could be waited for has not ended. */
pid_t hd_team_ended(const struct hd_wanted *w, siginfo_t *info, bool *alive);
void hd_team_waited(pid_t pid);

/* ---- memory ---- */

/* A variable of the runtime's that is one for all processes: it fills its pages. */
void hd_team_share(void *at, size_t size);
/* In a copy of the process that goes on natively: what was shared is its own. */
void hd_team_separate(void);
void hd_team_memory_run_begin(void);
/* As mmap() for memory that processes share, at an address that it has in all of them. */
void *hd_team_map(size_t size, int protection, int flags, int fd, off_t offset);
/* The same as shmat(). */
void *hd_team_attach(int id, size_t size, int flags);
/* The program has mapped such memory where it wanted it to be. */
void hd_team_mapped(void *at, size_t size);
