/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/server_verdict.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/fail.h"
#include "heddle/server/server_output.h"
#include "heddle/server/server_ready.h"
#include "heddle/server/server_state.h"
#include "heddle/workers/worker_life.h"

static void fail_by_client(struct hd_workers *c, unsigned index, char *message)
{
	struct hd_wire_failure *f = &c->wire->workers[index].failure;
	const struct hd_server *a = &c->around[index];

	f->outcome = HD_OUT_CLIENT;
	f->tid = HD_NO_TID;
	f->site = HD_NO_SITE;
	f->code = WIFEXITED(a->client.status) ? WEXITSTATUS(a->client.status) : 0;
	f->nthreads = f->total_threads = 0;
	memset(&f->place, 0, sizeof(f->place));
	snprintf(f->message, sizeof(f->message), "%s", message);
	free(message);
}

/* The controller sent the SIGTERM, in this run or in the one that is replayed. */
static bool is_ours(const struct hd_workers *c, const struct hd_server *a)
{
	return a->asked || (c->wire->replaying && c->expected != HD_OUT_CRASH);
}

void hd_server_reported(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];
	struct hd_wire_failure *f = &c->wire->workers[index].failure;

	a->reported = f->outcome != HD_OUT_CRASH || f->code != SIGTERM || !is_ours(c, a);
	if (!a->reported)
		f->outcome = HD_OUT_PASSED;
	else
		hd_command_kill(&a->client);
}

/* The controller ended the process. True: in the middle of its run, so that the run has no hash. */
static bool ended_by_us(struct hd_workers *c, unsigned index)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];

	if (!slot->busy) { /* its run was over, and the controller may not have handled its failure yet */
		if (slot->failure.outcome == HD_OUT_DIVERGED ||
		    (slot->failure.outcome < HD_OUTCOME_COUNT &&
		     hd_outcome_is_failure[slot->failure.outcome]))
			hd_server_reported(c, index);
		return false;
	}
	hd_workers_lost_run(c);
	slot->busy = 0;
	slot->failure.outcome = HD_OUT_PASSED;
	slot->failure.run = slot->current_run;
	slot->failure.steps = slot->nschedule;
	slot->failure.plan = slot->plan;
	slot->failure.hash = 0;
	return true;
}

static bool is_by_us(const struct hd_server *a)
{
	return WIFSIGNALED(a->status) && ((WTERMSIG(a->status) == SIGTERM && a->asked) ||
					  (WTERMSIG(a->status) == SIGKILL && a->killed));
}

/* The server did what it should, as far as the runtime knows. True: there was something else. */
static bool find_fault(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];
	char *words;

	if (c->ready && !a->was_ready) {
		words = hd_server_last_words(a);
		if (c->ever_ready)
			fail_by_client(c, index,
				       hd_sprintf("the server ended before it was ready; %s", words));
		else
			hd_server_trouble(c, index,
					  hd_sprintf("the server ended before it was ready; %s", words));
		free(words);
		return true;
	}
	if (!a->client.text || hd_command_succeeded(&a->client))
		return false;
	fail_by_client(c, index, hd_command_story(&a->client));
	return true;
}

/* On to the next run. A replay counts those that have passed. */
static bool passed(struct hd_workers *c, unsigned index, bool silent, struct hd_workers_event *e)
{
	uint64_t run = c->wire->workers[index].current_run;

	if (hd_workers_again(c, index, e))
		return true;
	if (!silent || !c->wire->replaying)
		return false;
	*e = (struct hd_workers_event){.what = HD_WORKERS_HASH, .worker = index, .run = run};
	return true;
}

bool hd_server_settle(struct hd_workers *c, unsigned index, struct hd_workers_event *e)
{
	struct hd_server *a = &c->around[index];
	bool again = WIFEXITED(a->status) && WEXITSTATUS(a->status) == HD_EXIT_AGAIN, silent = false;

	a->stage = HD_STAGE_IDLE;
	e->worker = index;
	if (is_by_us(a)) {
		silent = ended_by_us(c, index);
		again = true;
	}
	if (!again)
		return hd_workers_ended(c, index, a->status, e);
	if (c->wire->workers[index].redo || (!a->reported && !find_fault(c, index)))
		return passed(c, index, silent, e);
	c->workers[index].done = true;
	e->what = HD_WORKERS_FAILURE;
	return !c->trouble;
}

bool hd_server_overdue(struct hd_workers *c, unsigned index)
{
	const struct hd_server *a = &c->around[index];
	char *words;

	if (a->stage != HD_STAGE_STARTING || !c->ready || c->ever_ready ||
	    (c->wire->replaying && c->expected == HD_OUT_HANG))
		return false;
	words = hd_server_last_words(a);
	hd_server_trouble(
	    c, index,
	    c->ready->port
		? hd_sprintf("the server did not listen on port %u within %g s after its start; %s",
			     c->ready->port, c->timeout, words)
		: hd_sprintf("the server printed nothing that matches `%s` within %g s (does it flush "
			     "its output?); %s",
			     c->target->around.ready, c->timeout, words));
	free(words);
	return true;
}
