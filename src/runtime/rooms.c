/* SPDX-License-Identifier: Apache-2.0
 *
 * Ties the rooms of the runtime together: the functions that the engine calls upwards, in the order in which
 * the rooms need them. This is the only file of the runtime that knows all rooms. */
#include "runtime/state/hooks.h"

#include "runtime/observe/foreign.h"
#include "runtime/observe/foreign_import.h"
#include "runtime/access/alone.h"
#include "runtime/access/mute.h"
#include "runtime/access/patch.h"
#include "runtime/access/sample.h"
#include "runtime/access/share.h"
#include "runtime/aim/aim_run.h"
#include "runtime/common/team.h"
#include "runtime/engine/threads.h"
#include "runtime/io/aio.h"
#include "runtime/io/before_main.h"
#include "runtime/io/io.h"
#include "runtime/io/wrap_splice.h"
#include "runtime/ipc/leavings.h"
#include "runtime/ipc/mq_notice.h"
#include "runtime/ipc/sysv.h"
#include "runtime/library/wrap_exit.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/observe/benign.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/observe/finding.h"
#include "runtime/observe/watching.h"
#include "runtime/polling/before_main_reset.h"
#include "runtime/process/child_control.h"
#include "runtime/process/children.h"
#include "runtime/process/team_turn.h"
#include "runtime/process/wrap_rlimit.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/kernel.h"
#include "runtime/reset/wrap_random.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signals.h"
#include "runtime/signals/timers.h"
#include "runtime/sockets/sockets.h"
#include "runtime/stdio/stdio_lock.h"
#include "runtime/stdio/streams.h"
#include "runtime/sync/sync_barrier.h"
#include "runtime/sync/sync_cond.h"
#include "runtime/sync/sync_owner.h"
#include "runtime/sync/sync_sem_named.h"
#include "runtime/syscall/raw_caught.h"
#include "runtime/threads/thread_end.h"
#include "runtime/threads/thread_unwind.h"
#include "runtime/threads/wrap_keys.h"
#include "runtime/traps/raw.h"
#include "runtime/traps/raw_scan.h"
#include "runtime/traps/tsc.h"
#include "strategy/strategy.h"

/* ---- a controlled process ---- */

static void process_starts(void)
{
	hd_exit_init(); /* first of all exit handlers, so that it is the last to run */
}

static void process_prepares(void)
{
	hd_share_init();
	hd_sample_init();
	hd_watching_init();
	hd_sem_init();
	hd_leavings_init();
	hd_unwind_prepare();
	hd_keys_snapshot();
}

static void process_before_main(void)
{
	hd_team_init();
	hd_children_init();
	hd_raw_look();
	hd_tsc_look();
	hd_kernel_snapshot();
	hd_signals_snapshot();
	hd_before_main_snapshot();
	hd_foreign_look();
	hd_cxx_library_look();
}

/* ---- a run ---- */

static const struct hd_attempt *run_aims(uint64_t number, struct hd_plan *plan)
{
	const struct hd_attempt *attempt = hd_aim_choose(number, plan);

	hd_watching_run_begin(number);
	return attempt;
}

static void run_begins(void)
{
	hd_kernel_rewind();
	hd_benign_run_begin();
	hd_keys_reset();
	hd_sample_run_begin();
	hd_alone_run_begin();
	hd_sem_run_begin();
	hd_random_run_begin();
	hd_stdio_run_begin();
	hd_streams_run_begin();
	hd_raw_run_begin();
	hd_io_run_begin();
	hd_sockets_run_begin();
	hd_before_main_run_begin();
	hd_children_run_begin();
	hd_child_control_run_begin();
	hd_team_run_begin();
	hd_splice_run_begin();
	hd_aio_run_begin();
	hd_mq_notice_run_begin();
	hd_sysv_run_begin();
	hd_foreign_run_begin();
	hd_cxx_library_run_begin();
	hd_rlimit_run_begin();
}

static void run_has_choices(void)
{
	hd_alone_no_more();
	hd_foreign_run_begin();
}

static void run_begun(void)
{
	hd_signals_run_begin();
	hd_timers_run_begin();
}

static void run_goes_on(void)
{
	if (hd_rt.run.large)
		hd_mute_look();
	hd_feed_look();
}

static void run_leaves(void)
{
	hd_foreign_run_end();
	if (hd_process)
		hd_team_over();
	if (hd_team())
		hd_team_disband();
}

static void run_is_over(void)
{
	hd_raw_run_end();
	hd_watching_run_end();
	hd_sample_run_end();
}

static void run_ended(void)
{
	hd_aim_run_end();
	hd_finding_run_end();
}

static enum hd_taint run_resets(void)
{
	enum hd_taint taint = hd_kernel_reset();

	hd_signals_run_end();
	return taint;
}

/* ---- backtracking points ---- */

static bool run_can_be_put_back(void)
{
	return !hd_threads_have_big_stacks() && hd_sample_is_idle() && hd_kernel_is_as_before_main() &&
	       !hd_identity_was_asked() && !hd_leavings_exist() && !hd_sem_was_named();
}

static void point_returns(uint32_t mark)
{
	hd_kernel_rewind();
	hd_share_return(mark);
	hd_sample_run_begin();
	hd_sem_run_begin();
}

/* ---- start points ---- */

static bool prefix_can_be_put_back(void)
{
	return hd_kernel_prefix_is_memory() && !hd_before_main.nfiles && !hd_identity_was_asked() &&
	       !hd_leavings_exist() && !hd_sem_was_named();
}

static bool prefix_was_checked(void)
{
	return hd_alone_all_are_in() || hd_patch_keeps_all();
}

static void start_point_begins(void)
{
	hd_kernel_rewind();
	hd_sample_run_begin();
	hd_sem_run_begin();
	hd_raw_run_begin();
	hd_feed_begin_late();
}

/* ---- a run in a forked process ---- */

static void fork_is_gone(void)
{
	hd_kernel_reap_orphans();
	hd_kernel_undo_flags();
}

static void fork_died(void)
{
	hd_aim_run_died();
	hd_finding_run_end();
}

/* ---- steps and threads ---- */

static void step(hd_tid t, const struct hd_op *op)
{
	hd_feed_step_slow(t, op);
	hd_foreign_switch(hd_rt.run.self);
}

static _Noreturn void thread_cancelled(void)
{
	hd_thread_unwind(PTHREAD_CANCELED);
}

/* ---- signals ---- */

static bool trap_caught(const siginfo_t *info, void *context)
{
	return hd_raw_caught(info, context) || hd_tsc_caught(info, context);
}

static bool is_system_code(uintptr_t pc)
{
	return hd_raw_by_libc(pc) || hd_raw_by_system(pc);
}

const struct hd_hooks hd_hooks = {
    .process_starts = process_starts,
    .process_prepares = process_prepares,
    .process_before_main = process_before_main,
    .stays_open = hd_kernel_stays_open,
    .main_returned = hd_exit_program,
    .run_driven = hd_aim_strategy,
    .run_aims = run_aims,
    .run_begins = run_begins,
    .run_begun = run_begun,
    .run_has_choices = run_has_choices,
    .run_grows_large = hd_sample_large,
    .run_reveals_work = hd_mute_reveal_all,
    .run_goes_on = run_goes_on,
    .run_leaves = run_leaves,
    .run_is_over = run_is_over,
    .run_ended = run_ended,
    .run_tidies = hd_leavings_remove,
    .run_resets = run_resets,
    .run_can_be_put_back = run_can_be_put_back,
    .point_marks = hd_share_mark,
    .point_returns = point_returns,
    .points_are_gone = hd_share_forget_marks,
    .prefix_begins = hd_kernel_prefix_begins,
    .prefix_can_be_put_back = prefix_can_be_put_back,
    .prefix_was_checked = prefix_was_checked,
    .run_checks_all = hd_patch_keeps_all,
    .feed_can_begin_late = hd_watching_can_begin_late,
    .start_point_is_back = hd_raw_run_end,
    .start_point_begins = start_point_begins,
    .fork_begins = hd_raw_forked,
    .fork_is_awaited = hd_arrive_from_orphans,
    .fork_is_gone = fork_is_gone,
    .fork_died = fork_died,
    .step = step,
    .thread_returned = hd_thread_exit,
    .thread_cancelled = thread_cancelled,
    .thread_begins = hd_mute_thread_begins,
    .thread_created = hd_feed_created_slow,
    .lock_taken = hd_feed_locked_slow,
    .lock_released = hd_feed_unlocked_slow,
    .memory_forgotten = hd_share_forget,
    .memory_is_new = hd_feed_new_memory_slow,
    .signals_arrive = hd_signals_arrive,
    .signals_may_come = hd_signals_may_come,
    .signals_at_point = hd_signals_at_point,
    .signals_at_wait = hd_signals_at_wait,
    .signals_possible = hd_signals_possible,
    .interrupted_wait = hd_interrupted_wait,
    .trap_caught = trap_caught,
    .is_system_code = is_system_code,
    .team_hands_over = hd_team_hand_over,
    .team_looks = hd_team_look,
    .team_is_done = hd_team_is_done,
    .team_leaves = hd_team_leave,
    .team_killed = hd_team_killed,
    .children_live = hd_children_live,
    .barrier_missing = hd_barrier_missing,
    .object_owner = hd_object_owner,
    .lost_signal = hd_cond_lost_signal,
    .describe_channel = hd_channel_describe,
};
