/* SPDX-License-Identifier: Apache-2.0
 *
 * How a worker's process begins, and what its end means. */
#include "heddle/workers/worker_life.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/fail.h"
#include "heddle/workers/leavings_sweep.h"
#include "heddle/workers/family.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/time_limit.h"
#include "model/gap.h"
#include "strategy/systematic/frontier.h"

_Static_assert(sizeof(struct hd_frontier) <= HD_FRONTIER_SIZE, "the wire has room for it");

/* Starts of a worker without a single finished run: it will never get anywhere. */
#define IDLE_STARTS_MAX 50

void hd_workers_spawn(struct hd_workers *c, unsigned index, int output, const struct hd_network *network)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_worker *w = &c->workers[index];

	HD_ASSERT(index < c->n && !w->pid, "worker %u of %u has process %d", index, c->n, (int)w->pid);
	slot->state = HD_WORKER_NEW;
	slot->busy = 0;
	slot->overdue = 0;
	slot->forked_run = 0;
	slot->nschedule = 0;
	slot->ntrace = 0;
	slot->broken[0] = '\0';
	if (c->wire->replaying)
		slot->failure.outcome = c->expected;
	w->watch = (struct hd_run_watch){0};
	w->pid = hd_target_launch(c->target, slot, c->wire_fd, c->control[1], index, output, network);
	if (w->pid > 0) {
		hd_family_add(w->pid);
	} else {
		w->pid = 0;
		w->done = true;
		free(c->trouble);
		c->trouble =
		    hd_sprintf("cannot start a process for %s: %s", c->target->program, strerror(errno));
	}
}

void hd_workers_forget(struct hd_workers *c, unsigned index)
{
	struct hd_worker *w = &c->workers[index];

	HD_ASSERT(w->pid, "worker %u has no process", index);
	hd_family_remove(w->pid);
	w->pid = 0;
	hd_family_kill_orphans();
	hd_wire_unlock_of(c->wire, index);
	hd_frontier_unlock_of((struct hd_frontier *)c->wire->frontier, index);
}

void hd_workers_kill(struct hd_workers *c, unsigned index)
{
	struct hd_worker *w = &c->workers[index];

	if (!w->pid)
		return;
	kill(-w->pid, SIGKILL);
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	hd_leavings_sweep(w->pid);
	hd_workers_forget(c, index);
}

static bool make_trouble(struct hd_workers *c, bool internal, char *sentence, struct hd_workers_event *e)
{
	free(c->trouble);
	c->trouble = sentence;
	c->internal = internal;
	e->what = HD_WORKERS_TROUBLE;
	return true;
}

static void describe_end(int status, char *out, size_t size)
{
	if (WIFSIGNALED(status))
		snprintf(out, size, "was killed by signal %d (SIG%s)", WTERMSIG(status),
			 sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status)) : "?");
	else
		snprintf(out, size, "ended with status %d", WEXITSTATUS(status));
}

void hd_workers_lost_run(struct hd_workers *c)
{
	c->killed_runs++;
	atomic_fetch_or(&c->wire->gaps, HD_GAP_BIT(LOST));
}

/* The process has died in the middle of a run before the runtime could record how: record it here. */
static void record_death(struct hd_workers *c, unsigned index, int status)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_wire_failure *f = &slot->failure;
	bool hang = c->workers[index].watch.killed;
	char how[64];

	hd_workers_lost_run(c);
	memset(f, 0, sizeof(*f));
	f->tid = HD_NO_TID;
	f->run = slot->current_run;
	f->steps = slot->nschedule;
	f->plan = slot->plan;
	if (hang) {
		f->outcome = HD_OUT_HANG;
		snprintf(f->message, sizeof(f->message),
			 "the run did not end within %g s (--timeout gives it more)",
			 hd_time_limit_at_first(c));
		return;
	}
	f->outcome = WIFSIGNALED(status) ? HD_OUT_CRASH : HD_OUT_EXIT;
	f->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	describe_end(status, how, sizeof(how));
	snprintf(f->message, sizeof(f->message), "the process %s%s", how,
		 WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? ", perhaps because memory ran out"
								    : "");
}

/* Without anything left to do a process would only wipe out the record of its last run. */
bool hd_workers_has_work(const struct hd_workers *c, unsigned index)
{
	return !c->stopping && !c->wire->stop &&
	       (c->wire->next_run < c->wire->run_limit || c->wire->workers[index].redo);
}

bool hd_workers_again(struct hd_workers *c, unsigned index, struct hd_workers_event *e)
{
	struct hd_worker *w = &c->workers[index];
	uint64_t runs = c->wire->workers[index].runs;

	if (!hd_workers_has_work(c, index)) {
		w->done = true;
		return false;
	}
	w->idle_starts = runs == w->again_runs ? w->idle_starts + 1 : 0;
	w->again_runs = runs;
	if (w->idle_starts > IDLE_STARTS_MAX)
		return make_trouble(
		    c, true, hd_strdup("a worker asks to be started again and again but finishes no run"), e);
	w->due = true;
	return false;
}

/* Between two runs no part of the program runs, and the runtime sends no such signal: a user or the kernel
 * did, for instance because memory ran out. */
static bool was_killed_from_outside(int status)
{
	return WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM);
}

/* A worker died while it was not in a run. What it has to explore is in the shared memory: another process
 * goes on with it. */
static bool stray_death(struct hd_workers *c, unsigned index, int status, struct hd_workers_event *e)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	char how[64];

	describe_end(status, how, sizeof(how));
	if (slot->state == HD_WORKER_NEW)
		return make_trouble(
		    c, false,
		    hd_sprintf("%s %s before its main function was reached; start it by itself to see why",
			       c->target->program, how),
		    e);
	if (!was_killed_from_outside(status))
		return make_trouble(c, true, hd_sprintf("a worker %s between two runs", how), e);
	c->killed_idle++;
	c->workers[index].done = false;
	if (!hd_workers_again(c, index, e))
		return false;
	return make_trouble(
	    c, false, hd_sprintf("a worker %s between two runs, again and again: it finishes no run", how),
	    e);
}

bool hd_workers_ended(struct hd_workers *c, unsigned index, int status, struct hd_workers_event *e)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_worker *w = &c->workers[index];
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	e->worker = index;
	if (code == HD_EXIT_AGAIN)
		return hd_workers_again(c, index, e);
	w->done = true;
	if (c->stopping || (code == HD_EXIT_DONE && slot->state != HD_WORKER_NEW && !slot->busy))
		return false;
	if (code == HD_EXIT_BROKEN || code == HD_EXIT_REFUSED) {
		slot->broken[sizeof(slot->broken) - 1] = '\0';
		return make_trouble(
		    c, code == HD_EXIT_BROKEN,
		    slot->broken[0] ? hd_strdup(slot->broken)
				    : hd_sprintf("%s could not map the memory that it shares with heddle; "
						 "is its address space limited (ulimit -v)?",
						 c->target->program),
		    e);
	}
	if (!slot->busy && code == HD_EXIT_DONE)
		return make_trouble(c, false,
				    hd_sprintf("the runtime was not started in %s, although it was preloaded",
					       c->target->program),
				    e);
	if (!slot->busy)
		return stray_death(c, index, status, e);
	record_death(c, index, status);
	e->what = HD_WORKERS_FAILURE;
	return true;
}
