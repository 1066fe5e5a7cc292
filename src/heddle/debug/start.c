/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/start.h"

#include <errno.h>

#include "base/fail.h"
#include "heddle/debug/running.h"
#include "heddle/workers/launch.h"

/* A child that the program forks goes on without a debugger, and without its breakpoints. */
static void clean_copy(void *of, pid_t child)
{
	const struct hd_debuggee *d = of;

	hd_stop_points_remove_from_copy(&d->points, child);
}

static void prepare_slot(struct hd_debuggee *d)
{
	struct hd_wire_worker *slot = d->slot;

	d->workers->wire->run_limit = 1;
	d->workers->wire->next_run = 0;
	d->workers->wire->stop = 0;
	d->workers->wire->trace = 1;
	slot->reset = HD_RESET_EXEC;
	slot->failure.outcome = d->schedule->outcome;
	slot->failure.tid = HD_NO_TID;
	slot->failure.site = HD_NO_SITE;
	slot->redo = 0;
	slot->debug.on = 1;
	slot->debug.stop_at = UINT64_MAX;
	slot->debug.stop_function = slot->debug.describe_function = slot->debug.current_address = 0;
	slot->broken[0] = 0;
}

static int complain_of_start(struct hd_debuggee *d)
{
	if (d->slot->broken[0])
		return hd_complain("%.*s", (int)sizeof(d->slot->broken), d->slot->broken);
	return hd_complain("the program ended before its main was reached");
}

/* Before its run the runtime tells where to stop it, and traps. */
static bool run_to_prepared(struct hd_debuggee *d)
{
	for (;;) {
		enum hd_tracee_event event;

		hd_tracee_continue(&d->tracee);
		hd_tracee_wait(&d->tracee, true, &event);
		if (event == HD_TRACEE_ENDED)
			return false;
		if (event == HD_TRACEE_TRAP && d->slot->debug.describe_function)
			return true;
	}
}

int hd_debuggee_start(struct hd_debuggee *d)
{
	size_t passed_on = d->around.passed_on;
	pid_t pid;

	hd_debuggee_end(d);
	prepare_slot(d);
	d->surrounded = true;
	if (hd_debug_server_begin(&d->around, &d->target, passed_on))
		return HD_EXIT_TROUBLE;
	d->around.again = d->starts;
	pid = hd_target_launch(&d->target, d->slot, d->workers->wire_fd, d->workers->control[1], 0,
			       hd_debug_server_output(&d->around), &d->around.network);
	if (pid < 0)
		return hd_complain_errno(errno, "cannot start %s", d->target.program);
	d->tracee.forked = clean_copy;
	d->tracee.of = d;
	if (!hd_tracee_begin(&d->tracee, pid) || !run_to_prepared(d))
		return complain_of_start(d);
	hd_code_map_read(&d->code, pid, d->target.runtime);
	hd_stop_points_drop_all(&d->points, HD_POINT_HEDDLE);
	hd_stop_points_add(&d->points, d->slot->debug.stop_function, HD_POINT_HEDDLE);
	hd_running_continue(d);
	d->starts++;
	return d->halt == HD_HALT_BEGINS ? 0 : complain_of_start(d);
}
