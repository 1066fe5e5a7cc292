/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/process/children.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/team.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/crash.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/io/transfer.h"
#include "runtime/process/team_children.h"
#include "runtime/reset/uncontrolled_calls.h"
#include "runtime/signals/signal_action.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/state/run_state.h"
#include "runtime/sync/pshared.h"
#include "runtime/traps/tsc.h"

#define FAILED	   0x80000000u /* an observed error: its number is in the other bits */
#define WITH_TIMES 0x40000000u /* with the number of a child: the times follow, because they matter */
/* Shorter times say more about the machine than about the child. */
#define MIN_CPU_MS    5
#define MIN_WAITED_MS 1000
#define NS_PER_MS     1000000ULL

static pid_t children[HD_MAX_CHILDREN]; /* of this run, in order of their making */
static bool ended[HD_MAX_CHILDREN];
static unsigned nchildren, nended; /* the first nended have ended, and some others may have */
static uint64_t children_cpu;	   /* of children that have been waited for, in nanoseconds */

void hd_children_run_begin(void)
{
	nchildren = nended = 0;
	children_cpu = 0;
}

uint64_t hd_children_cpu(void)
{
	return children_cpu;
}

void hd_child_begins(uint32_t site, const char *call, bool controlled)
{
	struct hd_op op = hd_op(HD_FORK, NULL, site);

	hd_sched_point(&op);
	hd_taint(HD_TAINT_FORKED);
	if (!controlled)
		hd_source_at(HD_SOURCE_CHILD, site, call);
	if (!hd_rt.wire->controls_children)
		hd_pshared_begin();
	hd_signals_lend_mask();
	hd_tsc_allow();
}

void hd_child_refuse_native(uint32_t site, const char *call)
{
	if (hd_team_has_others())
		hd_unsupported(site,
			       "the program starts a command by %s while it has children, which "
			       "--children controlled cannot do: use --children native",
			       call);
}

void hd_child_controlled_made(void)
{
	int saved = errno;

	hd_tsc_resume();
	hd_signals_take_mask_back();
	errno = saved;
}

void hd_child_made(pid_t pid, bool over_exec)
{
	int saved = errno;

	hd_tsc_resume();
	hd_signals_take_mask_back();
	if (pid < 0)
		return;
	if (!hd_is_full(HD_FULL_CHILDREN, nchildren)) {
		ended[nchildren] = false;
		children[nchildren++] = pid;
	}
	hd_fds_inherited(over_exec);
	errno = saved;
}

/* ---- in a child ---- */

/* Only the calling thread exists. It is not controlled any more, unless it has been taken under control
 * again: see hd_live. */
void hd_child_goes_native(void)
{
	if (hd_rt.mode != HD_MODE_CONTROL || hd_active() || !hd_rt.run.self)
		return;
	hd_team_separate();
	hd_rt.mode = HD_MODE_CHILD;
	hd_syscall(SYS_close, hd_rt.control_fd);
	hd_signals_go_native();
	hd_crash_forget();
	hd_tsc_allow();
}

void hd_children_init(void)
{
	if (pthread_atfork(NULL, NULL, hd_child_goes_native))
		hd_refuse("no handler for fork can be registered");
}

/* ---- waiting ---- */

struct waiting {
	struct hd_look look;
	idtype_t type;
	id_t id;
	int options;
	uint64_t real, virtual; /* when the wait began */
};

static int call_waitid(const struct waiting *w, siginfo_t *info, int options, struct rusage *usage)
{
	memset(info, 0, sizeof *info);
	return (int)hd_syscall(SYS_waitid, w->type, w->id, info, options, usage);
}

/* The wait can end: a child has changed its state, or there is no child. */
static bool has_news(const struct hd_look *look)
{
	const struct waiting *w = (const struct waiting *)look;
	int saved = errno;
	siginfo_t info;
	bool news = call_waitid(w, &info, (w->options & ~WNOWAIT) | WNOHANG | WNOWAIT, NULL) || info.si_pid;

	errno = saved;
	return news;
}

/* It has ended, whether it was waited for or not. */
static bool child_has_ended(unsigned i)
{
	struct waiting one = {.type = P_PID, .id = (id_t)children[i], .options = WEXITED};

	return ended[i] || has_news(&one.look);
}

bool hd_children_live(void)
{
	for (; nended < nchildren; nended++)
		if (!child_has_ended(nended))
			return true;
	return false;
}

static void note_end(unsigned number, const siginfo_t *info)
{
	if (number && number <= nchildren && info->si_code != CLD_STOPPED && info->si_code != CLD_CONTINUED)
		ended[number - 1] = true;
}

static uint32_t number_of_child(pid_t pid)
{
	for (unsigned i = nchildren; i-- > 0;)
		if (children[i] == pid)
			return i + 1;
	return nchildren + 1;
}

struct times {
	uint32_t cpu_ms;    /* what the child has used */
	uint32_t waited_ms; /* by how much the wait took longer than virtual time has passed */
};

static uint32_t milliseconds(uint64_t ns, uint64_t at_least)
{
	uint64_t ms = ns / NS_PER_MS;

	return ms < at_least ? 0 : ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

static struct times times_of(const struct waiting *w, const struct rusage *usage)
{
	uint64_t cpu = (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000 * NS_PER_MS +
		       (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
	uint64_t real = hd_real_now() - w->real, passed = hd_vtime_now() - w->virtual;

	return (struct times){milliseconds(cpu, MIN_CPU_MS),
			      milliseconds(real > passed ? real - passed : 0, MIN_WAITED_MS)};
}

/* What the child has used counts as used, and the time that the wait for it took has passed. */
static void take_times(const struct times *times)
{
	children_cpu += times->cpu_ms * NS_PER_MS;
	hd_vtime_skip_to(hd_vtime_now() + times->waited_ms * NS_PER_MS);
}

static int see_child(const struct waiting *w, siginfo_t *info, struct rusage *usage, unsigned *number)
{
	struct times times;
	bool matter;

	if (call_waitid(w, info, w->options | WNOHANG, usage)) {
		hd_outside_saw(FAILED | (uint32_t)errno);
		return -1;
	}
	*number = info->si_pid ? number_of_child(info->si_pid) : 0;
	times = times_of(w, usage);
	matter = *number && (times.cpu_ms || times.waited_ms);
	hd_outside_saw(*number | (matter ? WITH_TIMES : 0));
	if (*number) {
		hd_outside_saw((uint32_t)info->si_code);
		hd_outside_saw((uint32_t)info->si_status);
	}
	if (matter) {
		hd_outside_saw(times.cpu_ms);
		hd_outside_saw(times.waited_ms);
		take_times(&times);
	}
	return 0;
}

/* In the recorded run it was this child: wait for real until the child is in the same state again. */
static void see_again(const struct waiting *w, siginfo_t *info, struct rusage *usage, uint32_t number,
		      bool with_times)
{
	struct waiting one = {.look.ask = has_news, .type = P_PID, .options = w->options};
	struct times times;

	one.id = number <= nchildren ? (id_t)children[number - 1] : 0;
	if (hd_outside_expect_so(&one.look))
		call_waitid(&one, info, w->options | WNOHANG, usage);
	info->si_code = (int)hd_outside_told();
	info->si_status = (int)hd_outside_told();
	if (with_times) {
		times.cpu_ms = hd_outside_told();
		times.waited_ms = hd_outside_told();
		take_times(&times);
	}
}

static int observe(const struct waiting *w, siginfo_t *info, struct rusage *usage, unsigned *number)
{
	uint32_t told;

	if (!hd_run_replays())
		return see_child(w, info, usage, number);
	memset(info, 0, sizeof *info);
	told = hd_outside_told();
	*number = told & ~WITH_TIMES;
	if (told & FAILED) {
		errno = (int)(told & ~FAILED);
		return -1;
	}
	if (*number)
		see_again(w, info, usage, *number, told & WITH_TIMES);
	return 0;
}

/* The wait was interrupted. A child that has changed its state is reported nevertheless, as the kernel does:
 * a child's end brings its status and SIGCHLD at once. */
static bool has_news_after_all(const struct waiting *w)
{
	bool news;

	if (hd_run_replays())
		return hd_outside_told();
	news = has_news(&w->look);
	hd_outside_saw(news);
	return news;
}

static int wait_for_news(struct waiting *w, uint32_t site)
{
	struct hd_op op = hd_op(HD_WAIT_CHILD, NULL, site);
	int error;

	if (w->options & WNOHANG) {
		hd_sched_point(&op);
		return 0;
	}
	error = hd_look_wait(&op, &w->look, HD_NO_DEADLINE, false);
	return error == EINTR && has_news_after_all(w) ? 0 : error;
}

/* ---- waiting for children under control ---- */

struct waiting_for_team {
	struct hd_look look;
	struct hd_wanted wanted;
};

/* Dead children of a process that ignores SIGCHLD are gone: its wait ends when none is left. */
static bool keeps_dead(void)
{
	const struct hd_action *a = hd_action_of(SIGCHLD);

	return a->handler != SIG_IGN && !(a->flags & SA_NOCLDWAIT);
}

static bool has_team_news(const struct hd_look *look)
{
	const struct waiting_for_team *w = (const struct waiting_for_team *)look;
	siginfo_t info;
	bool alive;

	return (hd_team_ended(&w->wanted, &info, &alive) && keeps_dead()) || !alive;
}

/* It has ended, and the kernel knows it: see team_turn.c. */
static int reap(siginfo_t *info, int options, struct rusage *usage)
{
	struct waiting one = {.type = P_PID, .id = (id_t)hd_team_real_pid(info->si_pid)};
	siginfo_t real;

	return call_waitid(&one, &real, WEXITED | (options & WNOWAIT), usage);
}

static int wait_controlled(idtype_t type, id_t id, siginfo_t *info, int options, struct rusage *usage,
			   uint32_t site)
{
	struct waiting_for_team w = {.look = {.ask = has_team_news}, .wanted = {type, id}};
	struct hd_op op = hd_op(HD_WAIT_CHILD, NULL, site);
	bool alive;
	int error = 0;

	if (type == P_PIDFD)
		hd_unsupported(site,
			       "the program waits for a child by a descriptor (P_PIDFD), which --children "
			       "controlled cannot do: use --children native");
	do {
		if (options & WNOHANG)
			hd_sched_point(&op);
		else
			error = hd_look_wait(&op, &w.look, HD_NO_DEADLINE, false);
		if (error && !(error == EINTR && has_team_news(&w.look))) {
			errno = error;
			return -1;
		}
		if (hd_team_ended(&w.wanted, info, &alive) && keeps_dead())
			break;
		if (!alive) {
			errno = ECHILD;
			return -1;
		}
		memset(info, 0, sizeof *info);
	} while (!(options & WNOHANG));
	if (info->si_pid && reap(info, options, usage))
		return -1;
	if (info->si_pid && !(options & WNOWAIT))
		hd_team_waited(info->si_pid);
	hd_sched_progress();
	return 0;
}

void hd_child_await_end(pid_t pid, uint32_t site)
{
	struct waiting_for_team w = {.look = {.ask = has_team_news}, .wanted = {P_PID, (id_t)pid}};
	struct hd_op op = hd_op(HD_WAIT_CHILD, NULL, site);

	hd_outside_wait(&op, &w.look, HD_NO_DEADLINE, 0);
}

int hd_child_wait(idtype_t type, id_t id, siginfo_t *info, int options, struct rusage *usage, uint32_t site)
{
	struct waiting w = {.look = {.ask = has_news, .distance = HD_OUTSIDE},
			    .type = type,
			    .id = id,
			    .options = options,
			    .real = hd_real_now(),
			    .virtual = hd_vtime_now()};
	struct rusage own;
	unsigned number = 0;
	int error = 0;

	hd_cancel_point();
	if (hd_team_is_parent(&(struct hd_wanted){type, id}))
		return wait_controlled(type, id, info, options, usage, site);
	do { /* another thread may have taken the news */
		error = wait_for_news(&w, site);
		if (error) {
			errno = error;
			return -1;
		}
		if (observe(&w, info, usage ? usage : &own, &number))
			return -1;
	} while (!number && !(options & WNOHANG));
	note_end(number, info);
	hd_sched_progress();
	return 0;
}

int hd_child_status(const siginfo_t *info)
{
	switch (info->si_code) {
	case CLD_EXITED:
		return W_EXITCODE(info->si_status & 0xff, 0);
	case CLD_KILLED:
		return W_EXITCODE(0, info->si_status);
	case CLD_DUMPED:
		return W_EXITCODE(0, info->si_status) | WCOREFLAG;
	case CLD_CONTINUED:
		return __W_CONTINUED;
	default:
		return W_STOPCODE(info->si_status);
	}
}
