/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/process/team_turn.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/early_end.h"
#include "runtime/engine/fairness.h"
#include "runtime/engine/outside.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_state.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/vtimer.h"
#include "runtime/memory/shared_memory.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/recorded_facts.h"
#include "runtime/signals/signal_send.h"
#include "runtime/sync/sync_futex.h"
#include "runtime/sync/sync_mutex.h"

#define LOOK_NS 200000000L /* how often a process looks whether the one with the turn still lives */

static bool leaves;		     /* this process has ended, as far as the run is concerned … */
static int leave_code, leave_status; /* … and this is how */

void hd_team_init(void)
{
	if (!hd_rt.wire->controls_children)
		return;
	hd_team_state = hd_keep_alloc(sizeof *hd_team_state);
	hd_team_share(&hd_rt, sizeof hd_rt);
	hd_ready_share();
	hd_fair_share();
	hd_deadlines_share();
	hd_early_share();
	hd_futex_share();
}

void hd_team_run_begin(void)
{
	if (!hd_team_state)
		return;
	hd_team_memory_run_begin();
	memset(&hd_team_state->members[0], 0, sizeof hd_team_state->members[0]);
	hd_team_state->members[0].pid = (pid_t)hd_syscall(SYS_getpid);
	hd_team_state->turn = 0;
	hd_team_state->asker = HD_NO_PROCESS;
	hd_team_state->over = hd_team_state->leaving = 0;
	hd_team_state->changed = false;
	hd_team_state->n = 1;
}

/* ---- the turn ---- */

static void pass_turn(uint32_t to)
{
	struct hd_member *m = &hd_team_state->members[to];

	HD_ASSERT(to < hd_team_state->n, "process %u of %u gets the turn", to, hd_team_state->n);
	__atomic_store_n(&hd_team_state->turn, to, __ATOMIC_RELEASE);
	__atomic_fetch_add(&m->bell, 1, __ATOMIC_RELEASE);
	hd_syscall(SYS_futex, &m->bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Wait for the end of a process, for that long; true: there is no such process, or only a zombie is left for
 * its parent. */
static bool is_gone(pid_t pid, int milliseconds)
{
	struct pollfd p = {.events = POLLIN};
	bool gone;

	p.fd = (int)hd_syscall(SYS_pidfd_open, pid, 0);
	if (p.fd < 0)
		return true;
	gone = hd_outside_poll(&p, 1, milliseconds) > 0;
	hd_syscall(SYS_close, p.fd);
	return gone;
}

/* Wait for the process that is leaving: then its descriptors are closed, and no other process sees it
 * half-ended. */
static void wait_until_gone(void)
{
	while (hd_team_state->leaving && !is_gone(hd_team_state->leaving, -1))
		;
	hd_team_state->leaving = 0;
}

/* The process with the turn has died without handing it over. If its runtime ended it because of a defect,
 * end with its exit status; else the run has failed by this death. */
static _Noreturn void turn_is_lost(const struct hd_member *m)
{
	siginfo_t info = {0};
	bool told = !hd_syscall(SYS_waitid, P_PID, m->pid, &info, WEXITED | WNOHANG | WNOWAIT, NULL);
	int status = info.si_status;

	if (hd_rt.slot->broken[0])
		hd_syscall(SYS_exit_group, told && info.si_code == CLD_EXITED ? status : (int)HD_EXIT_BROKEN);
	hd_live.active = false;
	hd_failure_death(told && info.si_code != CLD_EXITED ? status : SIGKILL, 0);
	hd_run_end();
}

/* Waiting for the turn takes long: is there still a process that will hand it over? */
static void look_after_turn(void)
{
	const struct hd_member *m =
	    &hd_team_state->members[__atomic_load_n(&hd_team_state->turn, __ATOMIC_ACQUIRE)];

	if (hd_process && is_gone(hd_team_state->members[0].pid, 0))
		hd_syscall(SYS_exit_group, 0); /* the program itself was ended from outside */
	if (!hd_process && m->pid && !m->ended && is_gone(m->pid, 0) &&
	    m == &hd_team_state->members[__atomic_load_n(&hd_team_state->turn, __ATOMIC_ACQUIRE)])
		turn_is_lost(m);
}

static _Noreturn void end_with_run(void)
{
	hd_record_resume();
	if (!hd_process) {
		hd_failure_hook(); /* for a debugger that looks at this process */
		hd_run_end();
	}
	for (;;)
		hd_syscall(SYS_exit_group, 0);
}

static void wait_for_bell(void)
{
	const struct timespec until = {.tv_nsec = LOOK_NS};
	uint32_t bell = __atomic_load_n(&hd_member_here()->bell, __ATOMIC_ACQUIRE);

	if (__atomic_load_n(&hd_team_state->over, __ATOMIC_ACQUIRE))
		end_with_run();
	if (__atomic_load_n(&hd_team_state->turn, __ATOMIC_ACQUIRE) == hd_process)
		return;
	if (hd_syscall(SYS_futex, &hd_member_here()->bell, FUTEX_WAIT, bell, &until, NULL, 0) &&
	    errno == ETIMEDOUT)
		look_after_turn();
}

static void publish(void)
{
	struct hd_member *m = hd_member_here();

	m->looks = hd_outside_is_looked_at(&m->outside);
	m->timer = hd_vtimers_next();
}

static void take_mail(void)
{
	struct hd_member *m = hd_member_here();

	for (unsigned i = 0; !leaves && i < m->nmail; i++)
		hd_signal_send(NULL, &m->mail[i]);
	m->nmail = 0;
}

/* On behalf of the process that asked. */
static void look_for_asker(void)
{
	take_mail();
	hd_vtimers_catch_up();
	hd_outside_look();
	publish();
}

static void await_turn(void)
{
	int saved = errno;
	uint32_t asker;

	for (;;) {
		while (__atomic_load_n(&hd_team_state->turn, __ATOMIC_ACQUIRE) != hd_process ||
		       __atomic_load_n(&hd_team_state->over, __ATOMIC_ACQUIRE))
			wait_for_bell();
		wait_until_gone();
		asker = hd_team_state->asker;
		if (asker == HD_NO_PROCESS || asker == hd_process)
			break;
		look_for_asker();
		pass_turn(asker);
	}
	errno = saved;
}

static _Noreturn void end_process(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t none;

	if (leave_code != CLD_EXITED) {
		HD_REAL(sigaction)(leave_status, &action, NULL);
		sigemptyset(&none);
		HD_REAL(sigprocmask)(SIG_SETMASK, &none, NULL);
		hd_syscall(SYS_kill, hd_syscall(SYS_getpid), leave_status);
	}
	for (;;)
		hd_syscall(SYS_exit_group, leave_code == CLD_EXITED ? leave_status : 128 + leave_status);
}

/* A process restores its own state when it has the turn again. */
void hd_team_hand_over(void)
{
	const struct hd_run run = hd_rt.run;

	publish();
	if (leaves && hd_process) {
		hd_team_state->leaving = hd_member_here()->pid;
		pass_turn(hd_rt.run.self->process);
		end_process();
	}
	pass_turn(hd_rt.run.self->process);
	await_turn();
	hd_rt.run.exiting = run.exiting;
	hd_rt.run.is_leader = run.is_leader;
	hd_rt.run.unjoined = run.unjoined;
	hd_record_resume();
}

/* ---- looking ---- */

static bool has_to_look(const struct hd_member *m)
{
	return m->looks || m->nmail || m->timer <= hd_rt.run.vtime;
}

static void ask_process(uint32_t number)
{
	hd_team_state->asker = hd_process;
	pass_turn(number);
	while (__atomic_load_n(&hd_team_state->turn, __ATOMIC_ACQUIRE) != hd_process ||
	       __atomic_load_n(&hd_team_state->over, __ATOMIC_ACQUIRE))
		wait_for_bell();
	hd_team_state->asker = HD_NO_PROCESS;
	wait_until_gone();
	hd_record_resume();
}

void hd_team_look(bool all)
{
	if (!hd_team_state->changed && !all && hd_team_next_timer() > hd_rt.run.vtime)
		return;
	do {
		hd_team_state->changed = false;
		for (uint32_t i = 0; i < hd_team_state->n; i++)
			if (i != hd_process && !hd_team_state->members[i].ended &&
			    hd_team_state->members[i].pid && has_to_look(&hd_team_state->members[i]))
				ask_process(i);
		take_mail();
	} while (hd_team_state->changed);
}

/* If processes share memory in a way that Heddle does not see, a wait there would look like a deadlock. */
static void refuse_unknown_memory(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && hd_event_flags[t->op.kind] & HD_F_SYNC &&
		    t->op.kind != HD_JOIN && !hd_team_sees(t->op.addr) && hd_memory_is_shared(t->op.addr))
			hd_unsupported(
			    t->op.site,
			    "thread %u waits (%s) for something in memory that processes share in a "
			    "way that --children controlled does not know: use --children native",
			    t->id, hd_event_text[t->op.kind]);
	}
}

bool hd_team_is_done(void)
{
	refuse_unknown_memory();
	for (uint32_t i = 0; i < hd_team_state->n; i++)
		if (!hd_team_state->members[i].ended && hd_team_state->members[i].outside)
			hd_unsupported(HD_NO_SITE,
				       "process %u of the run waits for a process outside while none of the "
				       "others can go on, which --children controlled cannot do: use "
				       "--children native",
				       i);
	return hd_team_state->members[0].ended;
}

/* ---- members ---- */

/* Another process is going to ask how the waits of our threads may end: those that began while there was no
 * other process, too. */
static void find_for_others(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].can)
			hd_ready_find(&hd_threads[i]);
}

unsigned hd_team_add(hd_tid first, uint32_t site)
{
	unsigned number = hd_team_state->n;
	struct hd_member *m = &hd_team_state->members[number];

	hd_room_for(HD_FULL_PROCESSES, number, site);
	memset(m, 0, sizeof *m);
	hd_member_here()->shown = hd_shown_pid();
	m->parent = hd_process;
	m->first = first;
	m->timer = HD_NO_DEADLINE;
	hd_team_state->n++;
	hd_rt.run.processes = hd_team_state->n;
	find_for_others();
	return number;
}

pid_t hd_team_added(unsigned number, pid_t pid)
{
	struct hd_member *m = &hd_team_state->members[number];

	m->pid = pid > 0 ? pid : 0;
	m->ended = m->waited = pid <= 0;
	m->shown = pid > 0 ? (pid_t)hd_recorded_fact((uint32_t)pid) : pid;
	return m->shown;
}

void hd_team_enter(unsigned number)
{
	hd_process = number;
	if (!hd_member_here()->parent) /* others may outlive their parents */
		hd_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	await_turn();
	hd_rt.run.exiting = false;
	hd_rt.run.unjoined = 0;
	hd_record_resume();
}

/* The program's own descriptors: others see that they are closed. */
static void close_all(void)
{
	unsigned ours = (unsigned)hd_rt.control_fd;

	if (ours)
		hd_syscall(SYS_close_range, 0, ours - 1, 0);
	hd_syscall(SYS_close_range, ours + 1, ~0u, 0);
}

static void tell_parent(int code, int status)
{
	siginfo_t info = {.si_signo = SIGCHLD, .si_code = code};

	info.si_pid = hd_member_here()->shown;
	info.si_status = status;
	info.si_uid = getuid();
	hd_team_mail(hd_member_here()->parent, &info);
}

static void become_ended(int code, int status)
{
	leaves = true;
	leave_code = code;
	leave_status = status;
	hd_threads_end_here(hd_mutex_thread_exit);
	hd_member_here()->ended = true;
	hd_member_here()->code = code;
	hd_member_here()->status = status;
	if (hd_process)
		tell_parent(code, status);
	else
		close_all();
	hd_team_state->changed = true;
}

void hd_team_killed(int signal)
{
	if (hd_team_state->asker == HD_NO_PROCESS)
		hd_team_leave(CLD_KILLED, signal);
	become_ended(CLD_KILLED, signal); /* it was only asked to look */
	hd_team_state->leaving = hd_member_here()->pid;
	pass_turn(hd_team_state->asker);
	end_process();
}

void hd_team_leave(int code, int status)
{
	become_ended(code, status);
	hd_sched_dispatch();
	HD_ASSERT(0, "a thread of process %u, which has ended, was chosen", hd_process);
}

void hd_team_over(void)
{
	__atomic_store_n(&hd_team_state->over, 1, __ATOMIC_RELEASE);
	pass_turn(0);
	for (;;)
		hd_syscall(SYS_exit_group, 0);
}

void hd_team_disband(void)
{
	__atomic_store_n(&hd_team_state->over, 1, __ATOMIC_RELEASE);
	for (uint32_t i = 1; i < hd_team_state->n; i++) {
		pid_t pid = hd_team_state->members[i].pid;

		if (!pid || hd_team_state->members[i].waited)
			continue;
		hd_syscall(SYS_kill, pid, SIGKILL);
		while (!is_gone(pid, -1))
			;
	}
}
