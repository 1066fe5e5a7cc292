/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/outside.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/common/search_gap.h"
#include "runtime/engine/run.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/ready_threads.h"
#include "runtime/engine/run_record.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/hooks.h"
#include "runtime/engine/spin.h"
#include "runtime/common/team.h"
#include "runtime/engine/vtimer.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"

#define POLL_FIRST     256	   /* descriptors that there is room for at first */
#define GRACE_NS       20000000ULL /* real time that a possible peer gets before virtual time jumps */
#define LONG_GRACE_NS  1000000000ULL
#define GRACE_HALVINGS 4
#define SLICE_MS       50	    /* a real wait checks after this time whether the run is to end */
#define ASK_MS	       1	    /* … when a look has an ask() to call */
#define LATE_NS	       300000000ULL /* real time that the kernel may take to deliver data */
#define NS_PER_MS      1000000ULL
#define PATIENCE_MS    10000 /* how long a replay waits for the outside */

static struct {
	struct hd_look *looks; /* of the threads that wait, the newest first */
	unsigned nlistening, noutside, nlate, nasked;
	bool seen;	/* the outside was observed in this run */
	uint64_t began; /* the real time at which virtual time was 0 */
} w;

uint64_t hd_real_now(void)
{
	struct timespec ts;

	hd_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ULL + (uint64_t)ts.tv_nsec;
}

static unsigned *lonely; /* real waits in a row that no outside process ended; shared by all runs */

void hd_outside_init(void)
{
	lonely = hd_keep_alloc(sizeof *lonely);
}

void hd_outside_run_begin(void)
{
	w.looks = NULL;
	w.nlistening = w.noutside = w.nlate = w.nasked = 0;
	w.seen = false;
	w.began = 0;
}

/* Real time, counted from the virtual time of the first wait for the outside. Virtual time must not run ahead
 * of it. */
static uint64_t real_elapsed(void)
{
	if (!w.began)
		w.began = hd_real_now() - hd_rt.run.vtime;
	return hd_real_now() - w.began;
}

/* ---- observations ---- */

bool hd_outside_replays(void)
{
	return hd_strategies[hd_rt.run.plan.strategy]->follows;
}

void hd_outside_saw(uint32_t value)
{
	w.seen = true;
	hd_gap(HD_GAP_BIT(WORLD));
	hd_record_value(value);
}

uint32_t hd_outside_told(void)
{
	const struct hd_strategy_ops *strategy = hd_run_strategy();
	uint64_t v = strategy->value(hd_run_strategy_state(), &hd_rt.run.rng, 1ULL << 32);

	w.seen = true;
	hd_ready_list();
	if (v >> 32)
		hd_run_diverged(hd_ready.list, hd_ready.n, hd_ready.ops);
	hd_record_value(v);
	return (uint32_t)v;
}

/* ---- looking ---- */

int hd_outside_poll(struct pollfd *fds, unsigned n, int milliseconds)
{
	int saved = errno;
	long ready;

	do /* a signal ends a real wait, but a look without waiting is repeated */
		ready = hd_syscall(SYS_poll, fds, n, milliseconds);
	while (ready < 0 && errno == EINTR && !milliseconds);
	errno = saved;
	return (int)ready;
}

/* A replay looks at the outside only where the schedule says that it was ready. What is inside may also cease
 * to be ready, because another thread took it. */
static bool is_looked_at(const struct hd_look *look)
{
	return look->distance == HD_INSIDE || (!look->ready && !hd_outside_replays());
}

/* Room for the descriptors of all looks; kept for the next time. */
static struct pollfd *room_for(unsigned n)
{
	static struct pollfd *all;
	static unsigned room;

	if (n > room || !all) {
		for (room = room ? room : POLL_FIRST; room < n;)
			room *= 2;
		all = hd_own_alloc(sizeof *all * room);
	}
	return all;
}

struct change { /* what may have become ready; all zero: anything */
	uint64_t channel;
	bool (*is_on)(int fd, uint64_t channel);
};

static bool concerns(const struct hd_look *look, const struct change *c)
{
	if (!c->is_on || look->ask)
		return true;
	for (unsigned i = 0; i < look->nfds; i++)
		if (c->is_on(look->fds[i].fd, c->channel))
			return true;
	return false;
}

/* The descriptors of all threads that look again; *nlooks: how many threads these are. */
static struct pollfd *gather(const struct change *c, unsigned *n, unsigned *nlooks)
{
	struct pollfd *all;
	unsigned at = 0;

	*n = *nlooks = 0;
	for (struct hd_look *look = w.looks; look; look = look->next) {
		look->looked_at = is_looked_at(look) && concerns(look, c);
		*nlooks += look->looked_at;
		*n += look->looked_at ? look->nfds : 0;
	}
	all = room_for(*n);
	for (const struct hd_look *look = w.looks; look; look = look->next)
		for (unsigned i = 0; look->looked_at && i < look->nfds; i++)
			all[at++] = look->fds[i];
	return all;
}

static bool found(struct hd_look *look, bool ready)
{
	if (ready == look->ready)
		return false;
	look->ready = ready;
	hd_ready_again(look->thread);
	if (ready)
		hd_sched_progress();
	return ready;
}

static bool scatter(const struct pollfd *all)
{
	unsigned at = 0;
	bool any = false;

	for (struct hd_look *look = w.looks; look; look = look->next) {
		bool ready = false;

		if (!look->looked_at)
			continue;
		for (unsigned i = 0; i < look->nfds; i++)
			ready |= all[at++].revents != 0;
		any |= found(look, ready || (look->ask && look->ask(look)));
	}
	return any;
}

/* True: a thread became ready. */
static bool look_for(const struct change *c, int milliseconds)
{
	unsigned n, nlooks;
	struct pollfd *all = gather(c, &n, &nlooks);

	if (!nlooks && !milliseconds)
		return false;
	return hd_outside_poll(all, n, milliseconds) >= 0 && scatter(all);
}

static const struct change anything;

void hd_outside_look(void)
{
	if (w.looks)
		look_for(&anything, 0);
}

bool hd_outside_is_looked_at(bool *outside)
{
	*outside = w.nlistening + w.noutside;
	return w.looks;
}

void hd_outside_changed(void)
{
	hd_team_changed();
	hd_outside_look();
}

void hd_outside_channel_changed(uint64_t channel, bool (*is_on)(int fd, uint64_t channel))
{
	hd_team_changed();
	if (w.looks)
		look_for(&(struct change){channel, is_on}, 0);
}

bool hd_outside_glance(void)
{
	return w.nlistening + w.noutside && !hd_outside_replays() && look_for(&anything, 0);
}

bool hd_outside_may_help(void)
{
	return w.seen || w.nlistening + w.noutside || hd_hooks.children_live();
}

/* ---- waiting ---- */

static bool can_go(const struct hd_thread *t)
{
	return t->look->ready;
}

static void count(const struct hd_look *look, int by)
{
	if (look->distance == HD_LISTENING)
		w.nlistening += (unsigned)by;
	if (look->distance == HD_OUTSIDE)
		w.noutside += (unsigned)by;
	w.nlate += look->late ? (unsigned)by : 0;
	w.nasked += look->ask ? (unsigned)by : 0;
}

void hd_outside_measure(enum hd_distance (*distance)(int fd))
{
	for (struct hd_look *look = w.looks; look; look = look->next) {
		count(look, -1);
		for (unsigned i = 0; i < look->nfds; i++)
			if (distance(look->fds[i].fd) > look->distance)
				look->distance = distance(look->fds[i].fd);
		count(look, 1);
	}
}

static void enter(struct hd_look *look)
{
	look->ready = false;
	look->thread = hd_self();
	look->thread->look = look;
	look->next = w.looks;
	w.looks = look;
	count(look, 1);
}

void hd_outside_abandon(struct hd_look *look)
{
	struct hd_look **link = &w.looks;

	while (*link != look)
		link = &(*link)->next;
	*link = look->next;
	look->thread->look = NULL;
	count(look, -1);
}

enum hd_wake hd_outside_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, unsigned flags)
{
	enum hd_wake wake;

	if (look->distance != HD_INSIDE)
		hd_gap(HD_GAP_BIT(WORLD));
	enter(look);
	if (is_looked_at(look))
		look->ready = hd_outside_poll(look->fds, look->nfds, 0) > 0 || (look->ask && look->ask(look));
	wake = hd_sched_wait(op, can_go, deadline, flags);
	hd_outside_abandon(look);
	return wake;
}

/* Another slice of a real wait. Ends the run if its time is over or the controller has stopped it. */
static bool wait_slice(uint64_t ns)
{
	uint64_t ms = (ns + NS_PER_MS - 1) / NS_PER_MS, most = w.nasked ? ASK_MS : SLICE_MS;
	bool ready = look_for(&anything, (int)(ms < most ? ms : most));

	ready |= hd_hooks.signals_arrive();
	if (hd_rt.run.overdue)
		hd_failure_hang("the run did not end within its time (--timeout gives it more): it waits for "
				"another process");
	if (atomic_load_explicit(&hd_rt.wire->stop, memory_order_relaxed))
		hd_run_stopped();
	return ready;
}

/* An outside process that only might be there gets a moment before virtual time jumps, and a long one before
 * virtual time jumps so far that a watchdog goes off. The moment gets shorter, over all runs, while no such
 * process comes. It does not get shorter in a program that has forked: a child may be about to act. */
static uint64_t grace(void)
{
	uint64_t most = hd_time_is_far() ? LONG_GRACE_NS : GRACE_NS;

	if (hd_rt.run.taint & 1u << HD_TAINT_FORKED)
		return most;
	return most >> (*lonely < GRACE_HALVINGS ? *lonely : GRACE_HALVINGS);
}

static bool expects_outside(void)
{
	return w.nlistening + w.noutside || hd_hooks.signals_may_come();
}

/* An outside process acts whether or not a thread waits for it, and needs real time for that. */
static bool outside_acts(void)
{
	return w.noutside || hd_rt.wire->served || hd_hooks.children_live();
}

/* The same for decisions that a run and its replay must take alike. */
static bool outside_may_act(void)
{
	return hd_rt.wire->served || hd_rt.run.shares;
}

/* How long to wait for real. While an outside process is there, virtual time passes no faster than real time,
 * or the answers of that process would come too late. */
static uint64_t patience(uint64_t next_deadline)
{
	uint64_t elapsed, due;

	if (next_deadline == HD_NO_DEADLINE)
		return expects_outside() ? HD_NO_DEADLINE : LATE_NS;
	if (!outside_acts())
		return grace();
	due = hd_time_next_due();
	if (due)
		return due > hd_real_now() ? due - hd_real_now() : 0;
	elapsed = real_elapsed();
	return next_deadline > elapsed ? next_deadline - elapsed : 0;
}

bool hd_outside_moment(void)
{
	uint64_t until = hd_real_now() + (w.noutside ? GRACE_NS : grace());

	while (expects_outside() && !hd_outside_replays() && hd_real_now() < until)
		if (wait_slice(NS_PER_MS))
			return true;
	return false;
}

static bool script_goes_on(void)
{
	return hd_outside_replays() && hd_replay_next(hd_run_strategy_state());
}

/* Threads that spin must not make virtual time outrun an outside process. */
static bool is_that_late(uint64_t vtime)
{
	uint64_t due = hd_time_next_due();

	if (!outside_acts())
		return true;
	return due ? hd_real_now() >= due : real_elapsed() >= vtime;
}

bool hd_outside_time_jump(bool while_spinning)
{
	if (!w.nlate && !expects_outside() && !outside_may_act())
		return hd_time_jump();
	if (hd_outside_replays()) /* the recorded jumps have been made */
		return false;
	if ((while_spinning && !is_that_late(hd_time_next())) || !hd_time_jump())
		return false;
	hd_record_time_jump();
	return true;
}

void hd_outside_catch_up(void)
{
	hd_rt.run.behind = false;
	while (hd_rt.run.worked > HD_WORK_GRACE_NS && !hd_time_is_far() &&
	       hd_time_next() <= hd_rt.run.worked - HD_WORK_GRACE_NS && hd_time_jump()) {
		hd_gap(HD_GAP_BIT(TIME));
		hd_record_time_jump();
	}
}

/* In the recorded run children had that much real time, and not all they did was recorded: docs/io.md. */
static void give_children_time(void)
{
	uint64_t due = hd_time_next_due();

	while (hd_hooks.children_live() && hd_real_now() < due && !hd_rt.run.overdue)
		hd_outside_poll(NULL, 0, ASK_MS);
}

void hd_outside_time_jumps_again(void)
{
	while (hd_replay_time_jumps(hd_run_strategy_state())) {
		give_children_time();
		hd_time_jump();
		hd_record_time_jump();
	}
}

bool hd_outside_idle(uint64_t next_deadline)
{
	uint64_t began, limit;

	/* A change that does not show on its channel has made no thread look: this look sees it. */
	if (w.looks && look_for(&anything, 0))
		return true;
	if (script_goes_on() || !(w.nlate || expects_outside() || hd_hooks.children_live()))
		return false;
	limit = patience(next_deadline);
	began = hd_real_now();
	for (uint64_t waited = 0; waited < limit; waited = hd_real_now() - began) {
		if (wait_slice(limit - waited)) {
			*lonely = 0;
			return true;
		}
		if (!(w.nlate || expects_outside() || hd_hooks.children_live()))
			return false;
	}
	++*lonely;
	return false;
}

/* The schedule says that the thread was ready here, even if another thread had taken the data by then. The
 * schedule also tells the thread's call what it found, and the call waits for real for what it needs. */
void hd_outside_await(struct hd_thread *t)
{
	if (t->look->ready)
		return;
	t->look->ready = true;
	hd_ready_again(t);
	hd_sched_progress();
}

/* One slice of a replay's wait for what the outside did in the recorded run. */
static bool is_so(const struct hd_look *look, int milliseconds)
{
	bool ready = hd_outside_poll(look->fds, look->nfds, milliseconds) > 0;

	if (hd_rt.run.overdue)
		hd_failure_hang("the run did not end within its time (--timeout gives it more): it waits for "
				"another process");
	return ready || (look->ask && look->ask(look));
}

bool hd_outside_expect_so(const struct hd_look *look)
{
	uint64_t began = hd_real_now();

	for (int slice = 0; !is_so(look, slice); slice = look->ask ? ASK_MS : SLICE_MS)
		if (hd_real_now() - began > PATIENCE_MS * NS_PER_MS)
			return false;
	return true;
}

bool hd_outside_expect(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	return hd_outside_expect_so(&(struct hd_look){.fds = &p, .nfds = 1});
}

void hd_outside_closed(int fd)
{
	for (struct hd_look *look = w.looks; look; look = look->next)
		for (unsigned i = 0; i < look->nfds; i++)
			if (look->fds[i].fd == fd && !look->ready)
				look->fds[i].fd = -1 - fd;
}
