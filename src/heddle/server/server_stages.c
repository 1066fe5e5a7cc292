/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/server_stages.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/server/server_output.h"
#include "heddle/server/server_ready.h"
#include "heddle/server/server_verdict.h"
#include "heddle/workers/worker_life.h"

#define NOT_LOOKING 0.5 /* seconds between two looks: the controller was busy with something else */

static void enter_stage(struct hd_server *a, enum hd_stage stage, double now)
{
	a->stage = stage;
	a->since = now;
}

bool hd_server_start(struct hd_workers *c, unsigned index, struct hd_command *command)
{
	if (!hd_command_start(command, c->target, index, &c->around[index].network))
		return true;
	hd_server_trouble(c, index,
			  hd_sprintf("cannot start a shell for --%s: %s", command->name, strerror(errno)));
	return false;
}

static void start_server(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (c->ready && a->network.net < 0 && hd_ready_taken(c->ready, 0)) {
		hd_server_trouble(
		    c, index,
		    hd_sprintf("another process listens on port %u already, before the server starts (with "
			       "--network private every port is free)",
			       c->ready->port));
		return;
	}
	if (hd_server_listen(a)) {
		hd_server_trouble(c, index, hd_sprintf("cannot make a pipe: %s", strerror(errno)));
		return;
	}
	enter_stage(a, HD_STAGE_STARTING, now);
	hd_workers_spawn(c, index, a->output.write_fd, &a->network);
}

static int make_network(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];

	hd_network_close(&a->network);
	if (!hd_network_make(&a->network))
		return 0;
	hd_server_trouble(
	    c, index,
	    hd_sprintf("cannot make a network for the server: %s (--network host uses the machine's)",
		       strerror(errno)));
	return -1;
}

void hd_server_begin(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];
	struct hd_wire *wire = c->wire;
	double now = hd_now();

	a->was_ready = a->asked = a->killed = a->reported = false;
	if (wire->stop || wire->exhausted ||
	    (!wire->workers[index].redo && wire->next_run >= wire->run_limit)) {
		c->workers[index].done = true;
		return;
	}
	if (c->target->around.alone && make_network(c, index))
		return;
	if (!a->setup.text) {
		start_server(c, index, now);
	} else {
		enter_stage(a, HD_STAGE_SETUP, now);
		hd_server_start(c, index, &a->setup);
	}
}

bool hd_server_over(const struct hd_workers *c, struct hd_command *command, double now)
{
	if (hd_command_ended(command))
		return true;
	if (now - command->since <= c->timeout)
		return false;
	hd_command_kill(command);
	command->overdue = true;
	return true;
}

static void look_at_setup(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (!hd_server_over(c, &a->setup, now))
		return;
	hd_server_show(c, &a->setup);
	if (hd_command_succeeded(&a->setup))
		start_server(c, index, now);
	else
		hd_server_trouble(c, index, hd_command_story(&a->setup));
}

static bool is_server_ready(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];
	const struct hd_wire_worker *slot = &c->wire->workers[index];

	if (!slot->busy || slot->state != HD_WORKER_RUNNING) /* before that it may be in our own network */
		return false;
	if (!c->ready)
		return true;
	if (c->ready->port)
		return hd_ready_taken(c->ready, c->workers[index].pid);
	if (a->searched == a->output.total)
		return false;
	a->searched = a->output.total;
	return hd_ready_said(c->ready, &a->output);
}

/* In a replay the signal is in the schedule: the server is not asked to end until its schedule has been
 * followed to the end or its grace period is over. */
static bool is_to_come(const struct hd_workers *c, unsigned index, double now)
{
	return c->wire->replaying && c->wire->workers[index].nschedule < c->script_steps &&
	       now - c->around[index].since < c->target->grace;
}

static void ask_to_end(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (a->stage != HD_STAGE_ENDING)
		enter_stage(a, HD_STAGE_ENDING, now);
	if (a->asked || is_to_come(c, index, now))
		return;
	a->asked = true;
	a->since = now;
	kill(c->workers[index].pid, SIGTERM);
}

static void look_at_start(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (!is_server_ready(c, index))
		return;
	a->was_ready = true;
	c->ever_ready = true;
	enter_stage(a, HD_STAGE_SERVING, now);
	if (a->client.text)
		hd_server_start(c, index, &a->client);
	else if (c->ready)
		ask_to_end(c, index, now);
}

static void look_at_client(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (!a->client.text || !hd_command_ended(&a->client))
		return;
	hd_server_show(c, &a->client);
	ask_to_end(c, index, now);
}

static void look_at_end(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	ask_to_end(c, index, now);
	if (!a->asked || a->killed || now - a->since <= c->target->grace)
		return;
	a->killed = true;
	c->unwilling++;
	kill(-c->workers[index].pid, SIGKILL);
}

static void begin_teardown(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	enter_stage(a, HD_STAGE_TEARDOWN, now);
	if (a->teardown.text)
		hd_server_start(c, index, &a->teardown);
}

static void look_after(struct hd_workers *c, unsigned index, double now)
{
	struct hd_server *a = &c->around[index];

	if (a->client.text && a->was_ready) {
		if (!hd_command_ended(&a->client) && now - a->since <= c->timeout)
			return;
		if (!hd_command_ended(&a->client)) {
			hd_command_kill(&a->client);
			a->client.overdue = true;
		}
	}
	begin_teardown(c, index, now);
}

void hd_server_gone(struct hd_workers *c, unsigned index, int status)
{
	struct hd_server *a = &c->around[index];

	a->status = status;
	hd_server_drain(c, a);
	enter_stage(a, HD_STAGE_LEAVING, hd_now());
}

static bool look_at_teardown(struct hd_workers *c, unsigned index, double now, struct hd_workers_event *e)
{
	struct hd_server *a = &c->around[index];

	if (a->teardown.text) {
		if (!hd_server_over(c, &a->teardown, now))
			return false;
		hd_server_show(c, &a->teardown);
		if (!hd_command_succeeded(&a->teardown) && !c->teardown_trouble)
			c->teardown_trouble = hd_command_story(&a->teardown);
	}
	return hd_server_settle(c, index, e);
}

static bool look_at_stage(struct hd_workers *c, unsigned index, double now, struct hd_workers_event *e)
{
	struct hd_server *a = &c->around[index];

	hd_server_drain(c, a);
	switch (a->stage) {
	case HD_STAGE_SETUP:
		look_at_setup(c, index, now);
		break;
	case HD_STAGE_STARTING:
		look_at_start(c, index, now);
		break;
	case HD_STAGE_SERVING:
		look_at_client(c, index, now);
		break;
	case HD_STAGE_ENDING:
		look_at_end(c, index, now);
		break;
	case HD_STAGE_LEAVING:
		look_after(c, index, now);
		return a->stage == HD_STAGE_TEARDOWN && look_at_teardown(c, index, now, e);
	case HD_STAGE_TEARDOWN:
		return look_at_teardown(c, index, now, e);
	case HD_STAGE_IDLE:
		break;
	}
	return false;
}

/* The controller did not look at the servers while it replayed a failure: that time does not count. */
static void forgive(struct hd_workers *c, double seconds)
{
	for (unsigned i = 0; i < c->n; i++) {
		struct hd_server *a = &c->around[i];

		a->since += seconds;
		a->setup.since += seconds;
		a->teardown.since += seconds;
	}
}

bool hd_server_look(struct hd_workers *c, double now, struct hd_workers_event *e)
{
	if (c->looked > 0 && now - c->looked > NOT_LOOKING)
		forgive(c, now - c->looked);
	c->looked = now;
	for (unsigned i = 0; i < c->n; i++)
		if (look_at_stage(c, i, now, e))
			return true;
	if (!c->trouble)
		return false;
	e->what = HD_WORKERS_TROUBLE;
	e->worker = c->trouble_worker;
	return true;
}
