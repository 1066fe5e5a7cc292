/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of workers, and the events of a crew. crew_watch.c decides when a run takes too long. */
#include "heddle/crew.h"

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

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/crew_watch.h"

#define LOOK_EVERY 0.1 /* seconds between looks at the workers' runs */
#define IDLE_STARTS_MAX                                                                                      \
	50 /* starts of a worker without a single finished run: it will never get anywhere                   \
	    */

int hd_crew_init(struct hd_crew *c, const struct hd_target *target, unsigned n)
{
	*c = (struct hd_crew){.target = target, .n = n, .size = hd_wire_size(n), .output = HD_OUTPUT_NONE};
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
	c->wire->magic = HD_WIRE_MAGIC;
	c->wire->version = HD_WIRE_VERSION;
	c->wire->nworkers = n;
	c->wire->run_limit = UINT64_MAX;
	return 0;
}

void hd_crew_term(struct hd_crew *c)
{
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

static void launch(struct hd_crew *c, unsigned index)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_worker *w = &c->workers[index];

	slot->state = HD_WORKER_NEW;
	slot->busy = 0;
	slot->overdue = 0;
	slot->nschedule = 0;
	slot->ntrace = 0;
	slot->broken[0] = '\0';
	if (c->wire->replaying)
		slot->failure.outcome = c->expected;
	w->watch = (struct hd_watch){0};
	w->pid = hd_target_launch(c->target, slot, c->wire_fd, c->control[1], index, c->output);
	if (w->pid < 0) {
		w->pid = 0;
		w->done = true;
		free(c->trouble);
		c->trouble =
		    hd_sprintf("cannot start a process for %s: %s", c->target->program, strerror(errno));
	}
}

void hd_crew_start(struct hd_crew *c)
{
	for (unsigned i = 0; i < c->n; i++)
		launch(c, i);
}

static bool make_trouble(struct hd_crew *c, bool internal, char *sentence, struct hd_crew_event *e)
{
	free(c->trouble);
	c->trouble = sentence;
	c->internal = internal;
	e->what = HD_CREW_TROUBLE;
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

/* The process is gone in the middle of a run, and the runtime could not say how: say it in its place. */
static void record_death(struct hd_crew *c, unsigned index, int status)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_wire_failure *f = &slot->failure;
	bool hang = c->workers[index].watch.killed;
	char how[64];

	c->killed_runs++;
	memset(f, 0, sizeof(*f));
	f->tid = HD_NO_TID;
	f->run = slot->current_run;
	f->steps = slot->nschedule;
	f->plan = slot->plan;
	if (hang) {
		f->outcome = HD_OUT_HANG;
		snprintf(f->message, sizeof(f->message), "the run did not end within %.0f s",
			 hd_watch_limit(c));
		return;
	}
	f->outcome = WIFSIGNALED(status) ? HD_OUT_CRASH : HD_OUT_EXIT;
	f->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	describe_end(status, how, sizeof(how));
	snprintf(f->message, sizeof(f->message), "the process %s%s", how,
		 WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? ", perhaps because memory ran out"
								    : "");
}

/* A worker died in no run. */
static bool stray_death(struct hd_crew *c, unsigned index, int status, struct hd_crew_event *e)
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
	return make_trouble(c, true, hd_sprintf("a worker %s between two runs", how), e);
}

static bool start_again(struct hd_crew *c, unsigned index, struct hd_crew_event *e)
{
	struct hd_worker *w = &c->workers[index];
	uint64_t runs = c->wire->workers[index].runs;

	if (c->stopping || c->wire->stop) {
		w->done = true;
		return false;
	}
	w->idle_starts = runs == w->again_runs ? w->idle_starts + 1 : 0;
	w->again_runs = runs;
	if (w->idle_starts > IDLE_STARTS_MAX)
		return make_trouble(
		    c, true, hd_strdup("a worker asks to be started again and again but finishes no run"), e);
	launch(c, index);
	return false;
}

/* What the end of a worker's process means. True: there is an event. */
static bool ended(struct hd_crew *c, unsigned index, int status, struct hd_crew_event *e)
{
	struct hd_wire_worker *slot = &c->wire->workers[index];
	struct hd_worker *w = &c->workers[index];
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	e->worker = index;
	if (code == HD_EXIT_AGAIN)
		return start_again(c, index, e);
	w->done = true;
	if (c->stopping || (code == HD_EXIT_DONE && slot->state != HD_WORKER_NEW && !slot->busy))
		return false;
	if (code == HD_EXIT_BROKEN || code == HD_EXIT_REFUSED) {
		slot->broken[sizeof(slot->broken) - 1] = '\0';
		return make_trouble(c, code == HD_EXIT_BROKEN, hd_strdup(slot->broken), e);
	}
	if (!slot->busy && code == HD_EXIT_DONE)
		return make_trouble(c, false,
				    hd_sprintf("the runtime was not started in %s, although it was preloaded",
					       c->target->program),
				    e);
	if (!slot->busy)
		return stray_death(c, index, status, e);
	record_death(c, index, status);
	e->what = HD_CREW_FAILURE;
	return true;
}

/* A worker that was killed may have held the lock over the tables, which is free again within microseconds
 * as long as its holder lives. */
static void release_lock_of_the_dead(struct hd_wire *wire)
{
	for (int look = 0; look < 20; look++) {
		if (!wire->lock)
			return;
		usleep(1000);
	}
	wire->lock = 0;
}

/* Look whether a worker's process has ended. True: there is an event. */
static bool reap(struct hd_crew *c, unsigned index, struct hd_crew_event *e)
{
	struct hd_worker *w = &c->workers[index];
	siginfo_t info = {0};
	int status;

	if (!w->pid || waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid)
		return false;
	kill(-w->pid, SIGKILL); /* what the program may have left behind; before the id is free again */
	if (waitpid(w->pid, &status, 0) != w->pid)
		return false;
	w->pid = 0;
	if (WIFSIGNALED(status))
		release_lock_of_the_dead(c->wire);
	return ended(c, index, status, e);
}

static bool reap_all(struct hd_crew *c, struct hd_crew_event *e)
{
	unsigned seen = c->target->signals->children;

	for (unsigned i = 0; i < c->n; i++)
		if (reap(c, i, e))
			return true; /* children_seen stays behind: the others are looked at next time */
	c->children_seen = seen;
	if (c->trouble) {
		e->what = HD_CREW_TROUBLE;
		return true;
	}
	return false;
}

/* Notes: read as many as there are, hand out one at a time. */

static bool read_notes(struct hd_crew *c)
{
	size_t rest = c->notes_bytes % sizeof(c->notes[0]);
	ssize_t n;

	memmove(c->notes, (char *)c->notes + c->notes_bytes - rest, rest); /* a note that came only in part */
	c->notes_at = 0;
	n = read(c->control[0], (char *)c->notes + rest, sizeof(c->notes) - rest);
	c->notes_bytes = rest + (n > 0 ? (size_t)n : 0);
	return n > 0;
}

static bool take_note(struct hd_crew *c, struct hd_crew_event *e)
{
	while (c->notes_at < c->notes_bytes / sizeof(c->notes[0])) {
		const struct hd_wire_note *note = &c->notes[c->notes_at++];

		if (note->worker >= c->n) /* the program wrote to a descriptor that is not its own */
			continue;
		*e = (struct hd_crew_event){.worker = note->worker, .run = note->run, .hash = note->hash};
		if (note->what == HD_WIRE_HASH)
			e->what = HD_CREW_HASH;
		else if (note->what == HD_WIRE_UNSTABLE)
			e->what = HD_CREW_UNSTABLE;
		else if (note->what == HD_WIRE_LOOK &&
			 c->wire->workers[note->worker].state == HD_WORKER_REPORTED)
			e->what = HD_CREW_FAILURE;
		else
			continue;
		return true;
	}
	return false;
}

static bool all_done(const struct hd_crew *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->workers[i].pid || !c->workers[i].done)
			return false;
	return true;
}

static void wait_for_something(struct hd_crew *c, double seconds)
{
	struct pollfd fds[3] = {{.fd = c->control[0], .events = POLLIN},
				{.fd = c->target->signals->fd, .events = POLLIN},
				{.fd = c->capture ? c->capture->read_fd : -1, .events = POLLIN}};

	if (seconds > LOOK_EVERY)
		seconds = LOOK_EVERY;
	poll(fds, 3, seconds > 0 ? (int)(seconds * 1000) + 1 : 0);
	hd_signals_read(c->target->signals);
	if (c->capture)
		hd_capture_drain(c->capture);
}

void hd_crew_next(struct hd_crew *c, double until, struct hd_crew_event *e)
{
	*e = (struct hd_crew_event){.what = HD_CREW_TICK};
	for (;;) {
		double now;

		if (take_note(c, e))
			return;
		if (read_notes(c)) /* before looking for the dead: these are their last words */
			continue;
		if (c->children_seen != c->target->signals->children && reap_all(c, e))
			return;
		if (all_done(c)) {
			if (read_notes(c))
				continue;
			e->what = c->trouble ? HD_CREW_TROUBLE : HD_CREW_END;
			return;
		}
		now = hd_now();
		hd_watch_look(c, now);
		if (now >= until) {
			e->what = HD_CREW_TICK;
			return;
		}
		wait_for_something(c, until - now);
	}
}

static void wake(struct hd_wire_worker *slot)
{
	slot->state = HD_WORKER_RUNNING;
	syscall(SYS_futex, &slot->state, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void hd_crew_resume(struct hd_crew *c, unsigned worker)
{
	struct hd_worker *w = &c->workers[worker];

	w->watch = (struct hd_watch){0};
	if (w->pid)
		wake(&c->wire->workers[worker]);
	else if (!c->stopping && !c->wire->stop) {
		w->done = false;
		launch(c, worker);
	}
}

void hd_crew_stop(struct hd_crew *c, double grace)
{
	double until = hd_now() + grace;
	struct hd_crew_event e;

	c->stopping = true;
	c->wire->stop = 1;
	for (unsigned i = 0; i < c->n; i++)
		if (c->workers[i].pid && c->wire->workers[i].state == HD_WORKER_REPORTED)
			wake(&c->wire->workers[i]);
	do {
		hd_crew_next(c, until, &e);
		if (e.what == HD_CREW_FAILURE)
			hd_crew_resume(c, e.worker);
	} while (e.what != HD_CREW_END && e.what != HD_CREW_TROUBLE && hd_now() < until);
	for (unsigned i = 0; i < c->n; i++) {
		if (!c->workers[i].pid)
			continue;
		kill(-c->workers[i].pid, SIGKILL);
		kill(c->workers[i].pid, SIGKILL);
		waitpid(c->workers[i].pid, NULL, 0);
		c->workers[i].pid = 0;
	}
	if (c->capture)
		hd_capture_drain(c->capture);
}
