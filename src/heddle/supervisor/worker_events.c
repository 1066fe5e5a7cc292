/* SPDX-License-Identifier: Apache-2.0
 *
 * The events of the workers. reap.c starts processes and sees them end, watchdog.c decides when a run takes
 * too long. */
#include "heddle/supervisor/worker_events.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/fail.h"
#include "heddle/server/server.h"
#include "heddle/server/server_stages.h"
#include "heddle/server/server_verdict.h"
#include "heddle/supervisor/reap.h"
#include "heddle/supervisor/watchdog.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/worker_life.h"
#include "wire/wire_check.h"

#define LOOK_EVERY    0.1  /* seconds between looks at the workers' runs                                  */
#define PAUSE_LEAST   1.0  /* seconds that a run gets to end before a replay …                            */
#define PAUSE_RUNS    2	   /* … and as many times what the longest one took so far                        */
#define PAUSE_LOOK_US 1000 /* between looks whether it has ended */

/* HEDDLE_PATCH=no: all calls stay in the program's code. The runs are the same, and slower. */
static bool is_unpatched(void)
{
	const char *patch = getenv("HEDDLE_PATCH");

	return patch && !strcmp(patch, "no");
}

int hd_workers_init(struct hd_workers *c, const struct hd_target *target, unsigned n)
{
	*c = (struct hd_workers){.target = target, .n = n, .size = hd_wire_size(n), .output = HD_OUTPUT_NONE};
	c->control[0] = c->control[1] = -1;
	c->wire_fd = memfd_create("heddle-wire", MFD_CLOEXEC);
	if (c->wire_fd < 0 || ftruncate(c->wire_fd, (off_t)c->size))
		return hd_complain_errno(errno, "cannot make %zu MB of shared memory", c->size >> 20);
	c->wire = mmap(NULL, c->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, c->wire_fd, 0);
	if (c->wire == MAP_FAILED)
		return hd_complain_errno(errno, "cannot map %zu MB of shared memory", c->size >> 20);
	if (pipe2(c->control, O_CLOEXEC))
		return hd_complain_errno(errno, "cannot make a pipe");
	fcntl(c->control[0], F_SETFL, O_NONBLOCK);
	hd_wire_init(c->wire, n);
	c->wire->unpatched = is_unpatched();
	return hd_server_init(c);
}

void hd_workers_term(struct hd_workers *c)
{
	hd_server_term(c);
	if (c->wire && c->wire != MAP_FAILED)
		munmap(c->wire, c->size);
	if (c->wire_fd >= 0)
		close(c->wire_fd);
	if (c->control[0] >= 0) {
		close(c->control[0]);
		close(c->control[1]);
	}
	free(c->trouble);
}

void hd_workers_start(struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++)
		hd_workers_launch(c, i);
}

/* Notes: read as many as there are, hand out one at a time. */

static bool read_notes(struct hd_workers *c)
{
	size_t rest = c->notes_bytes % sizeof(c->notes[0]);
	ssize_t n;

	memmove(c->notes, (char *)c->notes + c->notes_bytes - rest, rest); /* a note that came only in part */
	c->notes_at = 0;
	n = read(c->control[0], (char *)c->notes + rest, sizeof(c->notes) - rest);
	c->notes_bytes = rest + (n > 0 ? (size_t)n : 0);
	return n > 0;
}

static void wake(struct hd_wire_worker *slot)
{
	slot->state = HD_WORKER_RUNNING;
	syscall(SYS_futex, &slot->state, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* A worker has something to look at. True: there is an event. */
static bool look_at_slot(struct hd_workers *c, unsigned worker, struct hd_workers_event *e)
{
	struct hd_wire_worker *slot = &c->wire->workers[worker];

	if (slot->state != HD_WORKER_REPORTED)
		return false;
	if (c->around) { /* the event comes when all stages of the run are over */
		hd_server_reported(c, worker);
		wake(slot);
		return false;
	}
	e->what = HD_WORKERS_FAILURE;
	return true;
}

static bool take_note(struct hd_workers *c, struct hd_workers_event *e)
{
	while (c->notes_at < c->notes_bytes / sizeof(c->notes[0])) {
		const struct hd_wire_note *note = &c->notes[c->notes_at++];

		if (note->worker >= c->n) /* the program wrote to a descriptor that is not its own */
			continue;
		*e = (struct hd_workers_event){.worker = note->worker, .run = note->run, .hash = note->hash};
		if (note->what == HD_WIRE_HASH)
			e->what = HD_WORKERS_HASH;
		else if (note->what == HD_WIRE_UNSTABLE)
			e->what = HD_WORKERS_UNSTABLE;
		else if (note->what != HD_WIRE_LOOK || !look_at_slot(c, note->worker, e))
			continue;
		return true;
	}
	return false;
}

static bool all_done(const struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->workers[i].pid || !c->workers[i].done)
			return false;
	return true;
}

static void wait_for_something(struct hd_workers *c, double seconds)
{
	struct pollfd fds[3 + HD_SERVER_FDS] = {
	    {.fd = c->control[0], .events = POLLIN},
	    {.fd = c->target->signals->fd, .events = POLLIN},
	    {.fd = c->capture ? c->capture->read_fd : -1, .events = POLLIN}};
	double pace = c->around ? hd_server_pace(c) : LOOK_EVERY;
	unsigned n = 3;

	if (c->around)
		n += hd_server_poll(c, fds + n);
	if (seconds > pace)
		seconds = pace;
	poll(fds, n, seconds > 0 ? (int)(seconds * 1000) + 1 : 0);
	hd_signals_read(c->target->signals);
	if (c->capture)
		hd_capture_drain(c->capture);
}

static bool look_at_servers(struct hd_workers *c, double now, struct hd_workers_event *e)
{
	bool event = hd_server_look(c, now, e);

	hd_workers_launch_due(c);
	return event;
}

void hd_workers_next(struct hd_workers *c, double until, struct hd_workers_event *e)
{
	*e = (struct hd_workers_event){.what = HD_WORKERS_TICK};
	for (;;) {
		double now;

		if (take_note(c, e))
			return;
		if (read_notes(c)) /* first: dead processes may have sent some */
			continue;
		if (c->children_seen != c->target->signals->children && hd_workers_reap(c, e))
			return;
		if (all_done(c)) {
			if (read_notes(c))
				continue;
			e->what = c->trouble ? HD_WORKERS_TROUBLE : HD_WORKERS_END;
			return;
		}
		now = hd_now();
		hd_watch_look(c, now);
		if (c->around && look_at_servers(c, now, e))
			return;
		if (now >= until) {
			e->what = HD_WORKERS_TICK;
			return;
		}
		wait_for_something(c, until - now);
	}
}

void hd_workers_resume(struct hd_workers *c, unsigned worker)
{
	struct hd_worker *w = &c->workers[worker];

	HD_ASSERT(worker < c->n, "worker %u of %u", worker, c->n);
	w->watch = (struct hd_run_watch){0};
	if (w->pid) {
		wake(&c->wire->workers[worker]);
		return;
	}
	w->done = !hd_workers_has_work(c, worker);
	if (!w->done)
		hd_workers_launch(c, worker);
}

void hd_workers_retire(struct hd_workers *c, unsigned worker)
{
	hd_workers_kill(c, worker);
	c->workers[worker].done = true;
}

static bool has_ended(pid_t pid)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

static bool is_in_run(const struct hd_workers *c, unsigned worker)
{
	const struct hd_wire_worker *slot = &c->wire->workers[worker];

	return c->workers[worker].pid && slot->busy && slot->state != HD_WORKER_REPORTED &&
	       !has_ended(c->workers[worker].pid);
}

void hd_workers_pause_others(struct hd_workers *c, unsigned worker)
{
	double until = hd_now() + PAUSE_LEAST + PAUSE_RUNS * c->longest;

	c->wire->pause = 1;
	for (unsigned i = 0; i < c->n; i++)
		while (i != worker && is_in_run(c, i) && hd_now() < until)
			usleep(PAUSE_LOOK_US);
}

void hd_workers_go_on(struct hd_workers *c)
{
	c->wire->pause = 0;
}

void hd_workers_stop(struct hd_workers *c, double grace)
{
	double until = hd_now() + grace;
	struct hd_workers_event e;

	c->stopping = true;
	c->wire->stop = 1;
	if (c->around)
		hd_server_stop(c);
	for (unsigned i = 0; i < c->n; i++)
		if (c->workers[i].pid && c->wire->workers[i].state == HD_WORKER_REPORTED)
			wake(&c->wire->workers[i]);
	do {
		hd_workers_next(c, until, &e);
		if (e.what == HD_WORKERS_FAILURE)
			hd_workers_resume(c, e.worker);
	} while (e.what != HD_WORKERS_END && e.what != HD_WORKERS_TROUBLE && hd_now() < until);
	for (unsigned i = 0; i < c->n; i++)
		hd_workers_kill(c, i);
	if (c->capture)
		hd_capture_drain(c->capture);
}
