/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/control.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/arch/arch.h"
#include "runtime/engine/auto_runs.h"
#include "runtime/engine/backtrack.h"
#include "runtime/engine/crash.h"
#include "runtime/engine/debug_threads.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/point_process.h"
#include "runtime/state/debug_stop.h"
#include "runtime/state/hooks.h"
#include "runtime/memory/heap.h"
#include "runtime/state/pool.h"
#include "runtime/engine/run.h"
#include "runtime/engine/series.h"
#include "runtime/engine/start_point.h"
#include "runtime/engine/sched.h"
#include "runtime/common/site.h"
#include "runtime/memory/heap_reset.h"
#include "runtime/memory/snapshot.h"
#include "runtime/memory/written_pages.h"
#include "runtime/engine/spin.h"
#include "runtime/state/run_state.h"
#include "runtime/state/standstill.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/outside_time.h"
#include "strategy/complete.h"
#include "strategy/portfolio.h"

#define CONTROL_STACK  (512UL << 10)
#define POOL_FIRST     8
#define COPY_MOST      (64UL << 20) /* a reset in place that copies more is slower than a fork */
#define CLAIM_AGAIN_NS 200000	    /* between questions for something to explore */

static uintptr_t main_stack; /* where the program's main begins */

/* The memory itself is put back when the next run begins, because that may be at a backtracking point. */
static void reset_in_place(void)
{
	static unsigned resets;

	resets++;
	if ((resets & (resets - 1)) == 0) /* ever more rarely */
		hd_snapshot_absorb_bindings();
	hd_threads_run_end();
	hd_run_has_used_memory();
}

/* ---- telling the controller ---- */

static void note(uint32_t what, uint64_t run, uint64_t hash)
{
	struct hd_wire_note n = {
	    .worker = (uint32_t)(hd_rt.slot - hd_rt.wire->workers), .what = what, .run = run, .hash = hash};

	while (hd_syscall(SYS_write, hd_rt.control_fd, &n, sizeof n) < 0)
		if (atomic_load(&hd_rt.wire->stop))
			return;
}

static _Noreturn void leave(int status)
{
	if (status == HD_EXIT_DONE)
		atomic_store(&hd_rt.slot->state, HD_WORKER_DONE);
	for (;;)
		hd_syscall(SYS_exit_group, status);
}

static void report_and_wait(uint64_t number)
{
	atomic_store(&hd_rt.slot->state, HD_WORKER_REPORTED);
	note(HD_WIRE_LOOK, number, hd_rt.slot->failure.hash);
	while (atomic_load(&hd_rt.slot->state) == HD_WORKER_REPORTED)
		hd_syscall(SYS_futex, &hd_rt.slot->state, FUTEX_WAIT, HD_WORKER_REPORTED, NULL, NULL, 0);
}

static _Noreturn void again(enum hd_reset reset, enum hd_taint why)
{
	atomic_store(&hd_rt.slot->reset, reset);
	if (why)
		atomic_store(&hd_rt.slot->reset_reason, why);
	leave(HD_EXIT_AGAIN);
}

/* The crash may have damaged memory: this process must not make further runs. */
static bool damaged(enum hd_outcome outcome)
{
	return outcome == HD_OUT_CRASH && hd_rt.slot->failure.code != SIGFPE;
}

static void redo_with_larger_pool(uint64_t number)
{
	uint32_t pool = hd_nslots - 1;

	HD_ASSERT(pool < HD_MAX_THREADS, "a pool of %u threads is not enough", pool);
	atomic_store(&hd_rt.slot->pool, pool * 8 < HD_MAX_THREADS ? pool * 8 : HD_MAX_THREADS);
	atomic_store(&hd_rt.slot->redo, number + 1);
	again(hd_rt.reset, HD_TAINT_NONE);
}

static void redo_in_fork(uint64_t number)
{
	atomic_store(&hd_rt.slot->redo, number + 1);
	again(HD_RESET_FORK, HD_TAINT_KERNEL);
}

/* The run is over; `taint` is what it left behind in the kernel. */
static void after_run(uint64_t number)
{
	enum hd_outcome outcome = hd_rt.slot->failure.outcome;

	switch (outcome) {
	case HD_OUT_GROW:
		if (hd_rt.run.wants_fork)
			redo_in_fork(number);
		redo_with_larger_pool(number);
		break;
	case HD_OUT_UNSUPPORTED:
		hd_refuse("%s", hd_rt.slot->failure.message);
	case HD_OUT_STOPPED:
		return;
	default:
		break;
	}
	atomic_store_explicit(&hd_rt.slot->runs, hd_rt.slot->runs + 1, memory_order_relaxed);
	if (hd_rt.wire->log_hashes)
		note(HD_WIRE_HASH, number, hd_rt.slot->hash);
	if (hd_outcome_is_failure[outcome] || outcome == HD_OUT_DIVERGED || hd_rt.wire->guided)
		report_and_wait(number);
}

/* ---- the three ways to reset ---- */

static void child_died(int status)
{
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (WIFEXITED(status) && WEXITSTATUS(status) == HD_EXIT_BROKEN)
		leave(HD_EXIT_BROKEN);
	if (WIFEXITED(status) && WEXITSTATUS(status) == HD_EXIT_REFUSED)
		leave(HD_EXIT_REFUSED);
	hd_failure_death(sig, WIFEXITED(status) ? WEXITSTATUS(status) : 0);
	hd_hooks.fork_died();
}

/* The process of the next run: a copy of this one, or of one that waits at a backtracking point. 0: this is
 * it. */
static pid_t fork_next(void)
{
	struct hd_backpoint *p = hd_backtrack_start();
	pid_t pid = p ? hd_point_process_branch(p) : 0;

	if (pid)
		return pid;
	if (p) /* it has died */
		hd_backtrack_give_up();
	return (pid_t)hd_kernel_fork();
}

static void fork_run(uint64_t number)
{
	int status = 0;
	pid_t pid = fork_next();

	if (pid < 0) { /* no room for a copy of this process */
		atomic_store(&hd_rt.slot->redo, number + 1);
		again(HD_RESET_EXEC, HD_TAINT_MEMORY);
	}
	if (pid == 0) {
		hd_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0,
			   0); /* a dead parent cannot wait for it */
		hd_hooks.fork_begins();
		hd_spin_watch();
		hd_run_carry_out();
		hd_syscall(SYS_exit_group, EXIT_SUCCESS);
	}
	atomic_store_explicit(&hd_rt.slot->forked_run, (uint32_t)pid, memory_order_relaxed);
	hd_hooks.fork_is_awaited();
	while (hd_syscall(SYS_wait4, pid, &status, 0, NULL) != pid)
		;
	atomic_store_explicit(&hd_rt.slot->forked_run, 0, memory_order_relaxed);
	hd_hooks.fork_is_gone();
	hd_wire_unlock_of(hd_rt.wire, (unsigned)(hd_rt.slot - hd_rt.wire->workers));
	if (status || hd_rt.slot->failure.outcome == HD_OUT_NONE)
		child_died(status);
}

/* False: the strategy has nothing left. */
static bool run_once(uint64_t number, const struct hd_plan *plan)
{
	if (hd_start_point_prepare(plan))
		hd_run_has_used_memory();
	if (!hd_run_begin(number, plan))
		return false;
	if (hd_rt.reset == HD_RESET_FORK)
		fork_run(number);
	else
		hd_run_carry_out();
	return true;
}

/* Mark this worker as busy; wait first while the controller wants no run to be under way. */
static void become_busy(void)
{
	const struct timespec moment = {.tv_nsec = 1000000};

	for (;;) {
		atomic_store(&hd_rt.slot->busy, 1);
		if (!atomic_load(&hd_rt.wire->pause) || atomic_load(&hd_rt.wire->stop))
			return;
		atomic_store(&hd_rt.slot->busy, 0);
		hd_syscall(SYS_nanosleep, &moment, NULL);
	}
}

static bool carry_out(uint64_t number, const struct hd_plan *plan)
{
	bool more;

	become_busy();
	more = run_once(number, plan);
	hd_hooks.run_tidies();
	atomic_store_explicit(&hd_rt.slot->busy, 0, memory_order_relaxed);
	atomic_store_explicit(&hd_rt.wire->first_run_ended, 1, memory_order_relaxed);
	return more;
}

/* After a run in place: put everything back, or end this process if that is not possible. */
static void recover(enum hd_outcome outcome)
{
	enum hd_taint taint = hd_hooks.run_resets();

	if (damaged(outcome))
		again(HD_RESET_PLACE, HD_TAINT_NONE);
	if (taint)
		again(HD_RESET_FORK, taint);
	reset_in_place();
}

/* Run the schedule that was just recorded once more: it must give the same events. */
static void verify(uint64_t number)
{
	struct hd_wire_worker *w = hd_rt.slot;
	struct hd_plan plan = w->plan;
	uint64_t hash = w->hash;
	enum hd_outcome outcome = w->failure.outcome;

	w->nreplay = w->nschedule;
	memcpy(w->replay, w->schedule, w->nschedule * sizeof *w->replay);
	hd_run_expect(outcome);
	plan.strategy = HD_STRATEGY_replay;
	run_once(number, &plan);
	if (w->hash != hash || w->failure.outcome != outcome)
		note(HD_WIRE_UNSTABLE, number, w->hash);
	if (hd_rt.reset == HD_RESET_PLACE)
		recover(w->failure.outcome);
}

static uint32_t strategy_of(uint64_t number)
{
	int chosen = hd_rt.wire->options.strategy;

	return chosen < 0 ? hd_auto_strategy(number) : (uint32_t)chosen;
}

static void make_plan(uint64_t number, struct hd_plan *plan)
{
	if (hd_rt.wire->replaying) {
		*plan = hd_rt.slot->plan;
		plan->strategy = hd_rt.wire->guided == HD_GUIDED_RETRACE   ? HD_STRATEGY_retrace
				 : hd_rt.wire->guided == HD_GUIDED_OUTLINE ? HD_STRATEGY_guide
									   : HD_STRATEGY_replay;
	} else {
		hd_plan_make(&hd_rt.wire->options, strategy_of(number), number, plan);
		if (hd_series_is_one())
			hd_series_plan(plan);
	}
}

/* Runs at the same time would disturb each other by names that all of them use. So all workers wait for the
 * first run of one, and if that makes such names, or a later one does, it goes on alone. False: this worker
 * is done. */
static bool may_go_on(void)
{
	const struct hd_wire *wire = hd_rt.wire;
	const struct timespec moment = {.tv_nsec = 1000000};

	if (!wire->one_if_names || hd_rt.slot == &wire->workers[0])
		return true;
	while (!atomic_load(&wire->first_run_ended) && !atomic_load(&wire->stop))
		hd_syscall(SYS_nanosleep, &moment, NULL);
	return !atomic_load(&wire->names);
}

/* `auto`: all was tried. */
static bool auto_is_over(void)
{
	if (hd_auto_is_over())
		atomic_store(&hd_rt.wire->exhausted, 1);
	return hd_rt.wire->options.strategy < 0 &&
	       atomic_load_explicit(&hd_rt.wire->exhausted, memory_order_relaxed);
}

static bool next_number(uint64_t *number)
{
	uint64_t redo = atomic_exchange(&hd_rt.slot->redo, 0);

	if (atomic_load(&hd_rt.wire->stop) || atomic_load(&hd_rt.wire->idle) || !may_go_on())
		return false;
	if (!redo && (hd_series_is_one() ? !hd_series_next() : auto_is_over()))
		return false;
	*number = redo ? redo - 1 : atomic_fetch_add_explicit(&hd_rt.wire->next_run, 1, memory_order_relaxed);
	return *number < hd_rt.wire->run_limit;
}

/* Get something to explore. HD_CLAIM_LATER: other workers have all that is left, and this one is to end. */
static enum hd_claim claim_run(uint64_t number, struct hd_plan *plan)
{
	const struct timespec moment = {.tv_nsec = CLAIM_AGAIN_NS};

	for (;;) {
		enum hd_claim claim;

		make_plan(number, plan);
		hd_sites_run_begin((enum hd_points)plan->points);
		claim = hd_run_claim(plan);
		if (claim == HD_CLAIM_RUN)
			return claim;
		if (hd_auto_goes_on(claim))
			continue;
		if (claim == HD_CLAIM_OVER || atomic_load(&hd_rt.wire->stop) || !may_go_on())
			return claim;
		hd_syscall(SYS_nanosleep, &moment, NULL);
	}
}

/* What this worker was to explore is left to the others. If the search is to end, the controller does that.
 */
static void leave_work(void)
{
	const struct timespec moment = {.tv_nsec = CLAIM_AGAIN_NS};
	int chosen = hd_rt.wire->options.strategy, strategy = chosen < 0 ? HD_COMPLETE_STRATEGY : chosen;

	if (strategy >= HD_STRATEGY_COUNT || hd_rt.wire->replaying)
		return;
	while (!hd_run_park((unsigned)strategy) && !atomic_load(&hd_rt.wire->stop))
		hd_syscall(SYS_nanosleep, &moment, NULL);
}

/* The strategy has nothing left: of the search, or of one test of many. */
static bool is_over(void)
{
	if (hd_series_is_one())
		hd_series_exhausted();
	else
		atomic_store(&hd_rt.wire->exhausted, 1);
	return !hd_series_is_one();
}

static _Noreturn void loop(void)
{
	struct hd_plan plan;
	uint64_t number;

	while (next_number(&number)) {
		enum hd_outcome outcome;
		enum hd_claim claim;

		claim = claim_run(number, &plan);
		if (claim == HD_CLAIM_LATER)
			break;
		if (claim == HD_CLAIM_OVER || !carry_out(number, &plan)) {
			if (is_over())
				break;
			continue;
		}
		outcome = hd_rt.slot->failure.outcome;
		after_run(number);
		if (hd_rt.reset == HD_RESET_EXEC)
			again(HD_RESET_EXEC, HD_TAINT_NONE);
		if (hd_rt.reset == HD_RESET_PLACE)
			recover(outcome);
		if (hd_rt.wire->verify && outcome != HD_OUT_STOPPED && outcome != HD_OUT_CUT &&
		    !hd_rt.slot->schedule_lost)
			verify(number);
	}
	leave_work();
	leave(HD_EXIT_DONE);
}

/* ---- start ---- */

static void choose_reset(size_t copied)
{
	hd_rt.reset = atomic_load(&hd_rt.slot->reset);
	if (hd_rt.reset == HD_RESET_PLACE && copied >= HD_SNAPSHOT_IMPOSSIBLE)
		hd_refuse("the program's memory is in too many pieces for --reset place; use --reset fork");
	if (hd_rt.reset == HD_RESET_AUTO) {
		hd_rt.reset = copied <= COPY_MOST ? HD_RESET_PLACE : HD_RESET_FORK;
		if (copied > COPY_MOST)
			atomic_store(&hd_rt.slot->reset_reason, HD_TAINT_MEMORY);
		atomic_store(&hd_rt.slot->reset, hd_rt.reset);
	}
}

/* Of much memory only what was written to is copied back. */
static void watch_memory(size_t copied)
{
	int descriptors[2];

	if (hd_rt.reset != HD_RESET_PLACE || copied < HD_WATCH_LEAST || !hd_written_open(descriptors))
		return;
	hd_hooks.stays_open(descriptors[0]);
	hd_hooks.stays_open(descriptors[1]);
	hd_heap_watch();
	hd_snapshot_watch();
}

static void control_entry(void)
{
	size_t copied;

	errno = 0; /* as main finds it natively */
	copied = hd_heap_snapshot() +
		 hd_snapshot_take(main_stack,
				  atomic_load(&hd_rt.slot->reset) == HD_RESET_PLACE ? SIZE_MAX : COPY_MOST);

	hd_run_expect(hd_rt.slot->failure.outcome);
	hd_debug_prepare(hd_debug_describe_threads);
	choose_reset(copied);
	watch_memory(copied);
	hd_backtrack_init();
	hd_start_point_init();
	atomic_store(&hd_rt.slot->state, HD_WORKER_RUNNING);
	loop();
}

static void check_hooks(void)
{
	void *const *hooks = (void *const *)&hd_hooks;

	for (size_t i = 0; i < sizeof hd_hooks / sizeof *hooks; i++)
		HD_ASSERT(hooks[i], "no room fills in hook %lu", i);
}

_Noreturn void hd_control_start(int (*main_function)(int, char **, char **), int argc, char **argv,
				uintptr_t main_sp, uintptr_t stack_limit)
{
	uint32_t pool = atomic_load(&hd_rt.slot->pool);
	char *stack = mmap(NULL, CONTROL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (stack == MAP_FAILED)
		hd_refuse("no memory for the control stack");
	hd_snapshot_exclude(stack, CONTROL_STACK);
	check_hooks();
	hd_run_prepare(main_function, argc, argv);
	main_stack = main_sp;
	hd_threads_init();
	hd_outside_init();
	hd_hooks.process_prepares();
	hd_standstill_prepare();
	hd_pool_init(pool && pool <= HD_MAX_THREADS ? pool : POOL_FIRST);
	hd_pool_main_stack((char *)stack_limit, (char *)main_sp);
	hd_crash_init();
	hd_hooks.process_before_main();
	hd_arch_jump(hd_arch_prepare(stack + CONTROL_STACK, control_entry));
}
