/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/supervisor/watchdog.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "heddle/server/server_verdict.h"
#include "heddle/workers/time_limit.h"

#define SILENT_PART	(1.0 / 3) /* of the time of a first run may pass without a step */
#define AFTER_WARNING	2.0	  /* seconds that a run has at least to end after the signal … */
#define WARNING_PART	0.2	  /* … and this part of the time that a run may take */
#define REPLAY_PATIENCE 10	  /* a replay takes longer than the run, because it is traced */
#define NOT_LOOKING	0.5	  /* seconds between two looks: the controller was busy meanwhile */
#define AFTER_SCRIPT	1.0 /* seconds that the replay of a hang goes on when its schedule has been followed */

/* Seconds for which the process was ready to run and had no processor. 0: the system does not say. */
static double waited_for_processor(pid_t pid)
{
	char path[40], text[100], *rest;
	ssize_t n = 0;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, sizeof text - 1);
		close(fd);
	}
	text[n > 0 ? n : 0] = 0;
	strtoull(text, &rest, 10); /* on a processor */
	return (double)strtoull(rest, NULL, 10) * 1e-9;
}

/* The process that carries out the run of a worker. */
static pid_t runner_of(const struct hd_wire_worker *slot, pid_t pid)
{
	pid_t forked = (pid_t)slot->forked_run;

	return forked > 0 ? forked : pid;
}

/* Seconds since the last look for which the run had no processor: they do not count. */
static double lost_since(struct hd_run_watch *watch, pid_t runner)
{
	double waited = waited_for_processor(runner), before = watch->runner == runner ? watch->waited : 0;

	watch->runner = runner;
	watch->waited = waited;
	return waited > before ? waited - before : 0;
}

/* Treat the run as if it had begun that much later. */
static void postpone(struct hd_run_watch *watch, double seconds)
{
	watch->since += seconds;
	watch->moved += seconds;
	if (watch->warned > 0)
		watch->warned += seconds;
}

/* As long as no run has ended, nothing is known about how long one takes: one that makes steps may go on for
 * long, and even one that computes in silence for quite a while. A replay may go on as long as it makes
 * steps, because its schedule ends some time. */
static bool is_overdue(const struct hd_workers *c, const struct hd_run_watch *watch, double now)
{
	if (watch->script_done)
		return now - watch->since >= AFTER_SCRIPT;
	if (c->wire->replaying)
		return now - watch->moved >= REPLAY_PATIENCE * hd_time_limit(c);
	return now - watch->since >= hd_time_limit_at_first(c) ||
	       (now - watch->moved >= hd_time_limit(c) &&
		now - watch->moved >= SILENT_PART * hd_time_limit_at_first(c));
}

/* A run that was told to end describes where it is: that takes longer in a program whose runs take long. */
static double time_after_warning(const struct hd_workers *c)
{
	double part = WARNING_PART * hd_time_limit(c);

	return part > AFTER_WARNING ? part : AFTER_WARNING;
}

static void note_steps(struct hd_run_watch *watch, const struct hd_wire_worker *slot, double now)
{
	/* nschedule stops growing when the schedule is full. Steps of spinning are no progress. */
	uint64_t steps = slot->nschedule + slot->live_steps - slot->unseen_spins;

	if (steps != watch->steps)
		watch->moved = now;
	watch->steps = steps;
}

/* The replay of a hang has nothing more to follow: what comes now is the hang itself. */
static bool script_is_done(const struct hd_workers *c, const struct hd_wire_worker *slot)
{
	return c->wire->replaying && c->expected == HD_OUT_HANG && slot->nschedule >= c->script_steps;
}

static void watch_run(struct hd_workers *c, unsigned index, double now)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_run_watch *watch = &c->workers[index].watch;
	bool busy = slot->busy && slot->state == HD_WORKER_RUNNING;
	uint64_t run = slot->current_run;
	pid_t pid = c->workers[index].pid;
	double lost;

	if (!pid || watch->killed)
		return;
	if (!busy || !watch->busy || run != watch->run) {
		if (watch->busy && watch->seen - watch->since > c->longest)
			c->longest = watch->seen - watch->since;
		*watch =
		    (struct hd_run_watch){.run = run, .busy = busy, .since = now, .seen = now, .moved = now};
		lost_since(watch, runner_of(slot, pid));
		return;
	}
	lost = lost_since(watch, runner_of(slot, pid));
	if (c->around && now - watch->seen > NOT_LOOKING) /* a server waits while the controller is busy */
		lost = now - watch->seen;
	postpone(watch, lost < now - watch->seen ? lost : now - watch->seen);
	watch->seen = now;
	note_steps(watch, slot, now);
	if (!watch->script_done && script_is_done(c, slot)) {
		watch->script_done = true;
		watch->since = now;
	}
	if (!is_overdue(c, watch, now))
		return;
	if (c->around && !watch->warned && hd_server_overdue(c, index))
		return;
	if (!watch->warned) {
		watch->warned = now;
		slot->overdue = 1;
		kill(runner_of(slot, pid), HD_WATCH_SIGNAL); /* its parent only waits for it */
	} else if (now - watch->warned > time_after_warning(c)) {
		watch->killed = true;
		kill(-pid, SIGKILL);
	}
}

void hd_watch_look(struct hd_workers *c, double now)
{
	for (unsigned i = 0; i < c->n; i++)
		watch_run(c, i, now);
}
