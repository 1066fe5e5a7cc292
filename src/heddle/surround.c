/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/surround.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/command.h"
#include "heddle/crew_life.h"
#include "heddle/ready.h"

#define PACE_STARTING 0.005 /* seconds between looks at a port */
#define PACE	      0.1
#define NOT_LOOKING   0.5 /* seconds between two looks: we were busy with something else */
#define SAID_MAX      300 /* characters of the server's last words */

enum stage {
	IDLE,
	SETUP,
	STARTING, /* the server runs, but cannot be used yet                         */
	SERVING,  /* it can be used; the client runs, if there is one                */
	ENDING,	  /* it has been asked to end                                        */
	LEAVING,  /* it has ended; the client, which may not have, gets time for that */
	TEARDOWN
};

struct hd_surround {
	enum stage stage;
	double since; /* when it began */
	struct hd_command setup, client, teardown;
	struct hd_capture output; /* of the server */
	bool captured;
	size_t searched; /* bytes of it in which the pattern was not found */
	bool was_ready, asked, killed, reported;
	struct hd_network network; /* of this run */
	int status;		   /* of the server's process */
};

/* ---- sentences ---- */

static void trouble(struct hd_crew *c, unsigned index, char *sentence)
{
	if (!c->trouble)
		c->trouble = sentence;
	else
		free(sentence);
	c->trouble_worker = index;
}

static char *last_words(const struct hd_surround *a)
{
	char *said = a->captured ? hd_capture_last(&a->output, SAID_MAX) : hd_strdup("");
	char *text = *said ? hd_sprintf("it printed last: %s", said) : hd_strdup("it printed nothing");

	free(said);
	return text;
}

/* ---- the server's output ---- */

static int listen_to_server(struct hd_surround *a)
{
	if (a->captured)
		hd_capture_term(&a->output);
	a->captured = !hd_capture_init(&a->output);
	a->searched = 0;
	return a->captured ? 0 : -1;
}

static void pass_on(const struct hd_crew *c, const char *data, size_t n)
{
	if (c->capture)
		hd_capture_add(c->capture, data, n);
	if (c->output == HD_OUTPUT_INHERIT)
		fwrite(data, 1, n, stdout);
}

static void drain(const struct hd_crew *c, struct hd_surround *a)
{
	static char buffer[65536];
	ssize_t n;

	while (a->captured && (n = read(a->output.read_fd, buffer, sizeof(buffer))) > 0) {
		hd_capture_add(&a->output, buffer, (size_t)n);
		pass_on(c, buffer, (size_t)n);
	}
	if (c->output == HD_OUTPUT_INHERIT)
		fflush(stdout);
}

static void show(const struct hd_crew *c, const struct hd_command *command)
{
	FILE *f = c->output == HD_OUTPUT_INHERIT ? stdout : stderr;

	if ((c->output != HD_OUTPUT_INHERIT && !c->target->verbose) || !command->output.total)
		return;
	fprintf(f, "heddle: --%s printed:\n", command->name);
	hd_capture_print(&command->output, f);
	fflush(f);
}

/* ---- stages ---- */

static void enter(struct hd_surround *a, enum stage stage, double now)
{
	a->stage = stage;
	a->since = now;
}

static bool start(struct hd_crew *c, unsigned index, struct hd_command *command)
{
	if (!hd_command_start(command, c->target, index, &c->around[index].network))
		return true;
	trouble(c, index, hd_sprintf("cannot start a shell for --%s: %s", command->name, strerror(errno)));
	return false;
}

static void start_server(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	if (c->ready && a->network.net < 0 && hd_ready_taken(c->ready, 0)) {
		trouble(c, index,
			hd_sprintf("somebody has port %u already, before the server was started (with "
				   "--network private every port is free)",
				   c->ready->port));
		return;
	}
	if (listen_to_server(a)) {
		trouble(c, index, hd_sprintf("cannot make a pipe: %s", strerror(errno)));
		return;
	}
	enter(a, STARTING, now);
	hd_crew_spawn(c, index, a->output.write_fd, &a->network);
}

static int make_network(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];

	hd_network_close(&a->network);
	if (!hd_network_make(&a->network))
		return 0;
	trouble(c, index,
		hd_sprintf("cannot make a network for the server: %s (--network host uses the machine's)",
			   strerror(errno)));
	return -1;
}

void hd_surround_begin(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];
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
		enter(a, SETUP, now);
		start(c, index, &a->setup);
	}
}

/* A command that takes too long is ended. True: it has ended. */
static bool over(const struct hd_crew *c, struct hd_command *command, double now)
{
	if (hd_command_ended(command))
		return true;
	if (now - command->since <= c->timeout)
		return false;
	hd_command_kill(command);
	command->overdue = true;
	return true;
}

static void look_at_setup(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	if (!over(c, &a->setup, now))
		return;
	show(c, &a->setup);
	if (hd_command_succeeded(&a->setup))
		start_server(c, index, now);
	else
		trouble(c, index, hd_command_story(&a->setup));
}

static bool is_ready(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];
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

/* In a replay the signal is in the schedule: as long as that has not been followed to its end, and it does
 * not take too long, the server is not asked. */
static bool is_to_come(const struct hd_crew *c, unsigned index, double now)
{
	return c->wire->replaying && c->wire->workers[index].nschedule < c->script_steps &&
	       now - c->around[index].since < c->target->grace;
}

static void ask_to_end(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	if (a->stage != ENDING)
		enter(a, ENDING, now);
	if (a->asked || is_to_come(c, index, now))
		return;
	a->asked = true;
	a->since = now;
	kill(c->workers[index].pid, SIGTERM);
}

static void look_at_start(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	if (!is_ready(c, index))
		return;
	a->was_ready = true;
	c->ever_ready = true;
	enter(a, SERVING, now);
	if (a->client.text)
		start(c, index, &a->client);
	else if (c->ready)
		ask_to_end(c, index, now);
}

static void look_at_client(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	if (!a->client.text || !hd_command_ended(&a->client))
		return;
	show(c, &a->client);
	ask_to_end(c, index, now);
}

static void look_at_end(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	ask_to_end(c, index, now);
	if (!a->asked || a->killed || now - a->since <= c->target->grace)
		return;
	a->killed = true;
	c->unwilling++;
	kill(-c->workers[index].pid, SIGKILL);
}

static void begin_teardown(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

	enter(a, TEARDOWN, now);
	if (a->teardown.text)
		start(c, index, &a->teardown);
}

static void look_after(struct hd_crew *c, unsigned index, double now)
{
	struct hd_surround *a = &c->around[index];

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

/* SIGTERM was sent by us, in this run or in the one that is replayed. */
static bool is_ours(const struct hd_crew *c, const struct hd_surround *a)
{
	return a->asked || (c->wire->replaying && c->expected != HD_OUT_CRASH);
}

void hd_surround_reported(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];
	struct hd_wire_failure *f = &c->wire->workers[index].failure;

	a->reported = f->outcome != HD_OUT_CRASH || f->code != SIGTERM || !is_ours(c, a);
	if (!a->reported)
		f->outcome = HD_OUT_PASSED;
	else
		hd_command_kill(&a->client);
}

void hd_surround_gone(struct hd_crew *c, unsigned index, int status)
{
	struct hd_surround *a = &c->around[index];

	a->status = status;
	drain(c, a);
	enter(a, LEAVING, hd_now());
}

/* ---- what came of it ---- */

static void fail_by_client(struct hd_crew *c, unsigned index, char *message)
{
	struct hd_wire_failure *f = &c->wire->workers[index].failure;
	const struct hd_surround *a = &c->around[index];

	f->outcome = HD_OUT_CLIENT;
	f->tid = HD_NO_TID;
	f->site = HD_NO_SITE;
	f->code = WIFEXITED(a->client.status) ? WEXITSTATUS(a->client.status) : 0;
	f->nthreads = f->total_threads = 0;
	memset(&f->place, 0, sizeof(f->place));
	snprintf(f->message, sizeof(f->message), "%s", message);
	free(message);
}

/* We ended the process: in the middle of its run, if true. Then nobody has told its hash. */
static bool ended_by_us(struct hd_crew *c, unsigned index)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];

	if (!slot->busy) { /* its run was over, and perhaps nobody had told us yet */
		if (slot->failure.outcome == HD_OUT_DIVERGED ||
		    (slot->failure.outcome < HD_OUTCOME_COUNT &&
		     hd_outcome_is_failure[slot->failure.outcome]))
			hd_surround_reported(c, index);
		return false;
	}
	c->killed_runs++;
	slot->busy = 0;
	slot->failure.outcome = HD_OUT_PASSED;
	slot->failure.run = slot->current_run;
	slot->failure.steps = slot->nschedule;
	slot->failure.plan = slot->plan;
	slot->failure.hash = 0;
	return true;
}

static bool is_by_us(const struct hd_surround *a)
{
	return WIFSIGNALED(a->status) && ((WTERMSIG(a->status) == SIGTERM && a->asked) ||
					  (WTERMSIG(a->status) == SIGKILL && a->killed));
}

/* The server did what it should, as far as the runtime knows. True: there was something else. */
static bool find_fault(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];
	char *words;

	if (c->ready && !a->was_ready) {
		words = last_words(a);
		if (c->ever_ready)
			fail_by_client(c, index,
				       hd_sprintf("the server ended before it was ready; %s", words));
		else
			trouble(c, index, hd_sprintf("the server ended before it was ready; %s", words));
		free(words);
		return true;
	}
	if (!a->client.text || hd_command_succeeded(&a->client))
		return false;
	fail_by_client(c, index, hd_command_story(&a->client));
	return true;
}

/* On to the next run. A replay counts those that have passed. */
static bool passed(struct hd_crew *c, unsigned index, bool silent, struct hd_crew_event *e)
{
	uint64_t run = c->wire->workers[index].current_run;

	if (hd_crew_again(c, index, e))
		return true;
	if (!silent || !c->wire->replaying)
		return false;
	*e = (struct hd_crew_event){.what = HD_CREW_HASH, .worker = index, .run = run};
	return true;
}

static bool settle(struct hd_crew *c, unsigned index, struct hd_crew_event *e)
{
	struct hd_surround *a = &c->around[index];
	bool again = WIFEXITED(a->status) && WEXITSTATUS(a->status) == HD_EXIT_AGAIN, silent = false;

	a->stage = IDLE;
	e->worker = index;
	if (is_by_us(a)) {
		silent = ended_by_us(c, index);
		again = true;
	}
	if (!again)
		return hd_crew_ended(c, index, a->status, e);
	if (c->wire->workers[index].redo || (!a->reported && !find_fault(c, index)))
		return passed(c, index, silent, e);
	c->workers[index].done = true;
	e->what = HD_CREW_FAILURE;
	return !c->trouble;
}

static bool look_at_teardown(struct hd_crew *c, unsigned index, double now, struct hd_crew_event *e)
{
	struct hd_surround *a = &c->around[index];

	if (a->teardown.text) {
		if (!over(c, &a->teardown, now))
			return false;
		show(c, &a->teardown);
		if (!hd_command_succeeded(&a->teardown) && !c->teardown_trouble)
			c->teardown_trouble = hd_command_story(&a->teardown);
	}
	return settle(c, index, e);
}

static bool look_at(struct hd_crew *c, unsigned index, double now, struct hd_crew_event *e)
{
	struct hd_surround *a = &c->around[index];

	drain(c, a);
	switch (a->stage) {
	case SETUP:
		look_at_setup(c, index, now);
		break;
	case STARTING:
		look_at_start(c, index, now);
		break;
	case SERVING:
		look_at_client(c, index, now);
		break;
	case ENDING:
		look_at_end(c, index, now);
		break;
	case LEAVING:
		look_after(c, index, now);
		return a->stage == TEARDOWN && look_at_teardown(c, index, now, e);
	case TEARDOWN:
		return look_at_teardown(c, index, now, e);
	case IDLE:
		break;
	}
	return false;
}

/* Nobody looked for a while, because a failure was replayed: that time does not count. */
static void forgive(struct hd_crew *c, double seconds)
{
	for (unsigned i = 0; i < c->n; i++) {
		struct hd_surround *a = &c->around[i];

		a->since += seconds;
		a->setup.since += seconds;
		a->teardown.since += seconds;
	}
}

bool hd_surround_look(struct hd_crew *c, double now, struct hd_crew_event *e)
{
	if (c->looked > 0 && now - c->looked > NOT_LOOKING)
		forgive(c, now - c->looked);
	c->looked = now;
	for (unsigned i = 0; i < c->n; i++)
		if (look_at(c, i, now, e))
			return true;
	if (!c->trouble)
		return false;
	e->what = HD_CREW_TROUBLE;
	e->worker = c->trouble_worker;
	return true;
}

bool hd_surround_overdue(struct hd_crew *c, unsigned index)
{
	const struct hd_surround *a = &c->around[index];
	char *words;

	if (a->stage != STARTING || !c->ready || c->ever_ready ||
	    (c->wire->replaying && c->expected == HD_OUT_HANG))
		return false;
	words = last_words(a);
	trouble(c, index,
		c->ready->port
		    ? hd_sprintf("nobody listened on port %u within %g s after the server was started; %s",
				 c->ready->port, c->timeout, words)
		    : hd_sprintf("the server printed nothing that matches `%s` within %g s (does it flush "
				 "its output?); %s",
				 c->target->around.ready, c->timeout, words));
	free(words);
	return true;
}

/* ---- the crew's loop ---- */

unsigned hd_surround_poll(const struct hd_crew *c, struct pollfd *fds)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->n; i++) {
		const struct hd_surround *a = &c->around[i];

		if (a->captured)
			fds[n++] = (struct pollfd){.fd = a->output.read_fd, .events = POLLIN};
		if (a->client.pid)
			fds[n++] = (struct pollfd){.fd = a->client.output.read_fd, .events = POLLIN};
	}
	return n;
}

double hd_surround_pace(const struct hd_crew *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		enum stage stage = c->around[i].stage;

		if (stage == STARTING)
			return PACE_STARTING;
	}
	return PACE;
}

static void tear_down_now(struct hd_crew *c, unsigned index)
{
	struct hd_surround *a = &c->around[index];

	if (!a->teardown.text)
		return;
	if (a->stage != TEARDOWN && !start(c, index, &a->teardown))
		return;
	while (!over(c, &a->teardown, hd_now()))
		usleep(2000);
	show(c, &a->teardown);
}

void hd_surround_stop(struct hd_crew *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		struct hd_surround *a = &c->around[i];

		hd_command_kill(&a->setup);
		hd_command_kill(&a->client);
		hd_crew_kill(c, i);
		drain(c, a);
		if (a->stage != IDLE)
			tear_down_now(c, i);
		a->stage = IDLE;
		c->workers[i].done = true;
	}
}

int hd_surround_init(struct hd_crew *c)
{
	const struct hd_surroundings *s = &c->target->around;
	char *error;

	if (!hd_is_surrounded(s))
		return 0;
	if (s->ready) {
		c->ready = hd_new(1, sizeof(*c->ready));
		error = hd_ready_init(c->ready, s->ready);
		if (error) {
			hd_complain("--ready: %s", error);
			free(error);
			free(c->ready);
			c->ready = NULL;
			return HD_EXIT_TROUBLE;
		}
	}
	c->around = hd_new(c->n, sizeof(*c->around));
	c->wire->served = 1;
	for (unsigned i = 0; i < c->n; i++) {
		c->around[i].network = HD_NETWORK_NONE;
		c->around[i].setup = (struct hd_command){.name = "setup", .text = s->setup};
		c->around[i].client = (struct hd_command){.name = "client", .text = s->client};
		c->around[i].teardown = (struct hd_command){.name = "teardown", .text = s->teardown};
	}
	return 0;
}

void hd_surround_term(struct hd_crew *c)
{
	for (unsigned i = 0; c->around && i < c->n; i++) {
		struct hd_surround *a = &c->around[i];

		hd_command_term(&a->setup);
		hd_command_term(&a->client);
		hd_command_term(&a->teardown);
		hd_network_close(&a->network);
		if (a->captured)
			hd_capture_term(&a->output);
	}
	free(c->around);
	if (c->ready)
		hd_ready_term(c->ready);
	free(c->ready);
	free(c->teardown_trouble);
}

const struct hd_capture *hd_surround_client_output(const struct hd_crew *c, unsigned index)
{
	return c->around && c->around[index].client.captured ? &c->around[index].client.output : NULL;
}
