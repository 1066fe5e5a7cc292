/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/start_point.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/engine/point_image.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/series.h"
#include "runtime/engine/vtimer.h"
#include "runtime/memory/snapshot.h"
#include "runtime/state/hooks.h"
#include "runtime/state/outside_look.h"
#include "runtime/state/run_record.h"
#include "runtime/state/run_state.h"
#include "runtime/state/thread_table.h"

#define HEAP_MODES   2
#define ROOM	     (64UL << 20) /* for one image: it is only used as far as an image fills it     */
#define COLD_RUNS    1		  /* take longer than later ones                                     */
#define TIMED_RUNS   2		  /* of which the quicker one counts                                 */
#define REFUSALS     4		  /* in a row: this program does something that is not put back      */
#define BASE_NS	     20000	  /* what a start point must save, and …                             */
#define BYTES_PER_NS 64		  /* … more if much memory has to be copied                          */
#define JUDGED_RUNS  8		  /* from the point, until it is known whether they take less time   */

struct start_point {
	unsigned passed;   /* runs from main that came to its place                                   */
	unsigned refused;  /* … in a state that cannot be put back                                    */
	uint64_t least_ns; /* the time from main to there                                             */
	uint64_t main_ns;  /* the least time of a run from main, with what puts memory back; 0: unknown */
	uint64_t here_ns;  /* … of a run from the point                                               */
	unsigned judged;   /* runs from the point that were timed                                     */
	bool there;
	bool useless;	   /* it would save less than it costs, or does not work                      */
	bool checked;	   /* all accesses before it were checked: see hd_hooks.prefix_was_checked     */
	struct hd_run run; /* as it was then                                                          */
	struct hd_backpoint image;
};

/* In memory that forked runs share and no reset touches. */
static struct start_points {
	bool possible;
	bool stopped;	   /* the run under way stands still, to become a start point               */
	bool at_main;	   /* the run under way has begun at main                                   */
	uint64_t began;	   /* … at this time …                                                      */
	uint64_t prepared; /* … and its preparation at this one; 0: nobody wants to know            */
	struct hd_rng rng; /* … with these random numbers ahead                                     */
	unsigned memory;   /* whose memory this process has between forks: heap mode plus one; 0: main's */
	unsigned begins;   /* where the next run begins: the same                                   */
	struct start_point points[HEAP_MODES]; /* by heap mode                                        */
} * all;

static bool forks(void)
{
	return hd_rt.reset == HD_RESET_FORK;
}

static bool is_wanted(void)
{
	const struct hd_wire *w = hd_rt.wire;
	int strategy = w->options.strategy;

	return w->backtracks && !w->replaying && !w->verify && !w->trace && !w->served &&
	       !w->controls_children && hd_rt.reset != HD_RESET_EXEC && !hd_series_is_one() &&
	       (strategy < 0 || !hd_strategy_at(strategy)->keeps) && hd_snapshot_is_whole();
}

static char *map_room(void)
{
	int sharing = forks() ? MAP_SHARED : MAP_PRIVATE;
	char *room = (char *)hd_syscall(SYS_mmap, NULL, ROOM * HEAP_MODES, PROT_READ | PROT_WRITE,
					sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

void hd_start_point_init(void)
{
	char *room;

	all = hd_keep_alloc(sizeof *all);
	if (!is_wanted() || !(room = map_room()))
		return;
	for (unsigned i = 0; i < HEAP_MODES; i++)
		all->points[i].image.image = (struct hd_image){.room = room + i * ROOM, .size = ROOM};
	all->possible = true;
}

/* ---- whether it is worth it ---- */

static uint64_t now_ns(void)
{
	struct timespec t;

	hd_syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static bool is_often(void)
{
	return hd_rt.wire->backtracks == HD_BACKTRACKS_OFTEN;
}

static void note_time(struct start_point *p)
{
	uint64_t took = now_ns() - all->began;

	if (p->passed++ >= COLD_RUNS && (!p->least_ns || took < p->least_ns))
		p->least_ns = took;
	if (p->passed == COLD_RUNS + TIMED_RUNS && p->least_ns < BASE_NS && !is_often())
		p->useless = true;
}

static bool is_worth(const struct start_point *p, size_t copied)
{
	return is_often() || p->least_ns > BASE_NS + (forks() ? 0 : copied / BYTES_PER_NS);
}

/* In a watched run the analyses' part of the threads' state is there, too. */
static bool is_watched_if_need_be(void)
{
	return hd_rt.run.watched || !hd_rt.wire->checks || !hd_hooks.feed_can_begin_late();
}

/* The run has not used anything of its own, has left nothing in the kernel, and what it did depends on
 * nothing outside of it. */
static bool may_stop_here(void)
{
	const struct hd_run *r = &hd_rt.run;
	const struct hd_wire_worker *w = hd_rt.slot;

	return !r->steps && !w->nschedule && !memcmp(&all->rng, &r->rng, sizeof r->rng) && !r->taint &&
	       !r->async && !r->shares && !r->processes && !r->exiting && !r->overdue && !hd_looks.looks &&
	       !hd_looks.seen && hd_time_next() == HD_NO_DEADLINE && hd_hooks.prefix_can_be_put_back();
}

/* By the run that begins, or has come there. */
static bool may_be_made(const struct start_point *p)
{
	return p->passed >= COLD_RUNS + (is_often() ? 0 : TIMED_RUNS) && is_watched_if_need_be();
}

void hd_start_point_look(void)
{
	struct start_point *p = &all->points[hd_rt.run.plan.heap];

	if (!all->at_main || hd_rt.run.nthreads > 1)
		return;
	all->at_main = false;
	if (p->there)
		p->checked |= hd_hooks.prefix_was_checked();
	if (p->there || p->useless)
		return;
	if (!may_be_made(p)) {
		note_time(p);
		return;
	}
	if (!may_stop_here()) {
		p->useless = ++p->refused == REFUSALS;
		return;
	}
	all->stopped = true;
	hd_run_pause();
}

/* ---- making it ---- */

static void make_point(struct start_point *p)
{
	p->run = hd_rt.run;
	p->checked = hd_hooks.prefix_was_checked();
	hd_own_pages_look_anew();
	p->there = hd_point_image_take(&p->image) && is_worth(p, p->image.image.used);
	p->useless = !p->there;
	if (p->there)
		atomic_fetch_add_explicit(&hd_rt.slot->points_made, 1, memory_order_relaxed);
}

bool hd_start_point_take(void)
{
	int saved = errno;

	if (!all->stopped)
		return false;
	all->stopped = false;
	make_point(&all->points[hd_rt.run.plan.heap]);
	errno = saved;
	return true;
}

/* ---- whether it was worth it: by time alone, so no schedule depends on it ---- */

static uint64_t lesser(uint64_t known, uint64_t ns)
{
	return known && known < ns ? known : ns;
}

/* The run that is over took so long, from its preparation to that of the next one. */
static void judge(struct start_point *p, uint64_t took)
{
	if (!all->begins) {
		if (p->passed > COLD_RUNS && !p->there)
			p->main_ns = lesser(p->main_ns, took);
		return;
	}
	p->here_ns = lesser(p->here_ns, took);
	if (++p->judged == JUDGED_RUNS && p->main_ns && p->here_ns > p->main_ns && !is_often()) {
		p->there = false;
		p->useless = true;
	}
}

/* In forks the time of a run is that of another process, and a point is put back once for many runs. */
static void time_run(struct start_point *next)
{
	struct start_point *last = &all->points[hd_rt.run.plan.heap];

	if (all->prepared)
		judge(last, now_ns() - all->prepared);
	all->prepared = forks() || next->useless || next->judged >= JUDGED_RUNS ? 0 : now_ns();
}

/* ---- beginning there ---- */

bool hd_start_point_prepare(const struct hd_plan *plan)
{
	struct start_point *p = &all->points[plan->heap];
	bool there = all->memory == plan->heap + 1;

	if (all->possible)
		time_run(p);
	all->begins = 0;
	if (!all->possible || !p->there)
		return false;
	if (forks())
		hd_own_pages_look_anew();
	if (!there && !hd_point_image_put_back(&p->image)) {
		all->possible = false;
		return false;
	}
	if (!there)
		hd_hooks.start_point_is_back();
	all->memory = forks() ? plan->heap + 1 : 0;
	all->begins = plan->heap + 1;
	return !there;
}

/* Accesses before the point are all checked in this run, and no run did that yet. */
static bool has_to_check(const struct start_point *p)
{
	return !p->checked && hd_hooks.run_checks_all();
}

void hd_start_point_run_begins(void)
{
	const struct start_point *p = &all->points[hd_rt.run.plan.heap];

	if (!all->begins)
		return;
	if (all->begins != hd_rt.run.plan.heap + 1 || has_to_check(p) ||
	    (hd_rt.run.watched && !hd_hooks.feed_can_begin_late())) {
		all->begins = 0;
		return;
	}
	/* What is stamped with it belongs to the run, as far as it was made before the point. */
	hd_rt.run.epoch = p->run.epoch;
}

/* What belongs to this run and not to the one that became the point. */
static void merge_run(const struct hd_run *then)
{
	struct hd_run now = hd_rt.run;

	hd_rt.run = *then;
	hd_rt.run.watched = now.watched;
	hd_rt.run.watches_accesses = now.watches_accesses;
	hd_rt.run.watches_all = now.watches_all;
	hd_rt.run.tells_stack_writes = now.tells_stack_writes;
	hd_rt.run.slow_accesses = now.slow_accesses;
	hd_rt.run.teaches = now.teaches;
	hd_rt.run.ends_at_race = now.ends_at_race;
	hd_rt.run.share_epoch = now.share_epoch;
	hd_rt.run.share_since = now.share_since;
	hd_rt.run.point_step = now.point_step;
	hd_rt.run.point_access = now.point_access;
	hd_rt.run.rng = now.rng;
	hd_rt.run.plan = now.plan;
}

bool hd_start_point_resume(void)
{
	struct hd_wire_worker *w = hd_rt.slot;

	if (!all->begins)
		return false;
	merge_run(&all->points[all->begins - 1].run);
	all->at_main = false;
	hd_record_run_begin();
	hd_sched_run_begin();
	hd_sched_add(hd_rt.run.self);
	hd_hooks.start_point_begins();
	hd_run_born(0, HD_NO_TID);
	atomic_store_explicit(&w->saved_runs, w->saved_runs + 1, memory_order_relaxed);
	return true;
}

void hd_start_point_not_used(void)
{
	const struct start_point *p = &all->points[hd_rt.run.plan.heap];

	all->at_main = all->possible;
	if (!all->possible || p->there || p->useless)
		return;
	all->rng = hd_rt.run.rng;
	if (may_be_made(p))
		hd_hooks.prefix_begins();
	all->began = now_ns();
}
