/* SPDX-License-Identifier: Apache-2.0
 *
 * What the processes of a run know of each other. Inside of team*.c only. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/own.h"
#include "runtime/process/team.h"

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

extern HD_OWN struct hd_team_state *hd_team_state;

static inline struct hd_member *hd_member_here(void)
{
	return &hd_team_state->members[hd_process];
}
