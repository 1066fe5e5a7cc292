/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of a run whose children are under control (--children controlled): a team with one schedule.
 * The table of threads and all that the scheduler decides by is memory that they share, so threads are
 * numbered over all processes, and one process at a time has the turn: it runs, it asks the strategy, and it
 * hands the turn over when a thread of another process is chosen (process/team_turn.h).
 *
 * What a process has for itself (its memory, its descriptors, its signals) only it can look at. A thread that
 * waits for something of that kind is as ready as its own process has found it to be (hd_thread.found); when
 * something changed that may concern others, the process with the turn asks them to look.
 *
 * This file knows who belongs to the team; team_memory.h knows what memory its processes share. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/own.h"
#include "model/capacity.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

#define HD_NO_PROCESS UINT32_MAX
#define HD_MAIL_MAX   64

struct hd_member {
	pid_t pid;     /* 0: it is just being made */
	pid_t shown;   /* as the program knows it: in a replay that of the recorded run */
	uint32_t bell; /* by __atomic_ functions, and a futex: rung when the turn comes */
	uint32_t parent;
	hd_tid first;
	bool ended, waited;
	int code, status; /* how, as siginfo tells it */
	bool looks;	  /* threads wait for what only the process itself can look at */
	bool outside;	  /* … and some for something outside of the run */
	uint64_t timer;	  /* when its next timer goes off */
	unsigned nmail;
	siginfo_t mail[HD_MAIL_MAX]; /* signals that it has not taken yet */
};

struct hd_team_state {
	uint32_t turn;	/* by __atomic_ functions: the process that has it */
	uint32_t asker; /* the one that gets it back at once; HD_NO_PROCESS: the process with the turn runs a
			   thread */
	uint32_t over;	/* by __atomic_ functions: the run has ended */
	pid_t leaving;	/* a process that has ended, but may not be gone yet */
	bool changed;	/* see hd_team_changed() */
	unsigned n;
	struct hd_member members[HD_MAX_PROCESSES];
};

extern HD_OWN struct hd_team_state *hd_team_state; /* NULL: children are not under control */
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

/* The thread has not ended, and belongs to this process. */
static inline bool hd_is_alive_here(const struct hd_thread *t)
{
	return t->life == HD_LIFE_ALIVE && hd_is_here(t);
}

static inline struct hd_member *hd_member_here(void)
{
	return &hd_team_state->members[hd_process];
}

/* Other processes than this one have not ended. */
bool hd_team_has_others(void);
/* The first thread of this process. */
hd_tid hd_team_first(void);
/* The ids of this process and of its parent, as the program knows them. */
pid_t hd_team_pid(void);
pid_t hd_team_parent_pid(void);
/* The real id for one that the program knows. */
pid_t hd_team_real_pid(pid_t shown);
/* The number of the process with this id, if it belongs to the run and no process has waited for it; else
 * -1. */
int hd_team_member(pid_t pid);

/* Send process `number` a signal. */
void hd_team_mail(unsigned number, const siginfo_t *info);
/* Send a signal to all others in the group of this process. NULL: nothing is sent. */
void hd_team_mail_group(const siginfo_t *info);

/* Something changed that other processes may have to look at. */
void hd_team_changed(void);
/* When the next timer of another process goes off. */
uint64_t hd_team_next_timer(void);
