/* SPDX-License-Identifier: Apache-2.0
 *
 * The ids of this process. A run sees the real ones, so that children, pid files and kill() work; it is
 * recorded, and a replay sees the same, because seeds and names of files are made from it. */
#include "runtime/common/identity.h"

#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/recorded_facts.h"
#include "runtime/reset/uncontrolled_calls.h"
#include "runtime/signals/signal_state.h"

struct fact {
	uint32_t epoch; /* the run in which it was asked for */
	pid_t real, seen;
};

static struct fact self, parent, group, session;

/* The controller has put this process into a group of its own, which natively it would share with what
 * started it. A forked run shares it with this process. */
static pid_t real_of(long number)
{
	pid_t real = (pid_t)hd_syscall(number, 0);

	if (number == SYS_getpgid && real == (pid_t)hd_syscall(SYS_getpid) && !hd_rt.run.is_leader)
		return (pid_t)hd_syscall(SYS_getpgid, hd_syscall(SYS_getppid));
	return real;
}

/* Asked for once in a run, and again when it may have changed. */
static pid_t observe(struct fact *f, long number)
{
	if (f->epoch != hd_rt.run.epoch) {
		f->real = real_of(number);
		f->seen = (pid_t)hd_recorded_fact((uint32_t)f->real);
		f->epoch = hd_rt.run.epoch;
	}
	return f->seen;
}

pid_t hd_pid_of(pid_t shown)
{
	return shown && self.epoch == hd_rt.run.epoch && shown == self.seen ? self.real
									    : hd_team_real_pid(shown);
}

pid_t hd_id_of_number(pid_t shown)
{
	return hd_active() && shown && hd_thread_of_number(shown) ? (pid_t)hd_syscall(SYS_getpid) : shown;
}

void hd_identity_changed(void)
{
	group.epoch = session.epoch = 0;
	hd_rt.run.is_leader = true;
}

void hd_identity_forked(pid_t shown, pid_t shown_parent)
{
	self = (struct fact){hd_rt.run.epoch, (pid_t)hd_syscall(SYS_getpid), shown};
	parent = (struct fact){hd_rt.run.epoch, (pid_t)hd_syscall(SYS_getppid), shown_parent};
}

pid_t hd_shown_pid(void)
{
	return observe(&self, SYS_getpid);
}

/* The runtime itself needs the real ids. */
HD_EXPORT pid_t getpid(void)
{
	return hd_from_program(HD_PC()) ? hd_shown_pid() : (pid_t)hd_syscall(SYS_getpid);
}

/* A child of the program, which runs by itself, must find the parent that it was told about. */
HD_EXPORT pid_t getppid(void)
{
	pid_t real;

	if (hd_active())
		return observe(&parent, SYS_getppid);
	real = (pid_t)hd_syscall(SYS_getppid);
	return hd_rt.mode == HD_MODE_CHILD && self.epoch == hd_rt.run.epoch && real == self.real ? self.seen
												 : real;
}

static bool is_self(pid_t pid)
{
	return !pid || hd_thread_of_number(pid);
}

HD_EXPORT pid_t getpgrp(void)
{
	return hd_active() ? observe(&group, SYS_getpgid) : (pid_t)hd_syscall(SYS_getpgid, 0);
}

HD_EXPORT pid_t getpgid(pid_t pid)
{
	if (hd_active() && is_self(pid))
		return observe(&group, SYS_getpgid);
	return HD_REAL(getpgid)(pid);
}

HD_EXPORT pid_t getsid(pid_t pid)
{
	if (hd_active() && is_self(pid))
		return observe(&session, SYS_getsid);
	return HD_REAL(getsid)(pid);
}
