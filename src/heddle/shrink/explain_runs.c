/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_runs.h"

#include "heddle/shrink/explain_orders.h"

#define SAMPLED_MOST 200 /* events of a run of which others are made for this purpose */
#define SAMPLES_MOST 160
#define CROSSED_RUN  80	 /* events of a run whose threads cross each other */
#define CROSSED_MOST 240 /* runs in which they do                          */
#define THREADS_MOST 4
#define SERIAL_MOST  24 /* orders of so many threads */
#define ROUNDS	     3	/* in which all threads run as far as they come */
#define TURNS	     16 /* of each thread that gives locks back */

/* ---- runs that are made to be kept ---- */

static bool creates(const struct hd_wire_event *e)
{
	return e->op.kind == HD_CREATE || e->op.kind == HD_FORK;
}

/* How many threads take part; 0: too many. */
static unsigned count_threads(const struct hd_explainer *x)
{
	unsigned threads = 1;

	for (size_t i = 0; i < x->n; i++) {
		threads += creates(&x->events[i]);
		threads = x->events[i].tid >= threads ? x->events[i].tid + 1u : threads;
	}
	return threads <= THREADS_MOST ? threads : 0;
}

/* All threads are created first. */
static void begin_sample(struct hd_explainer *x)
{
	x->try.n = 0;
	for (size_t i = 0; i < x->n; i++)
		if (creates(&x->events[i]))
			hd_outline_add(&x->try, x->events[i].tid, x->done[i] + 1);
}

/* If no experiment has passed before, what is different in the first one that does makes the difference. */
static void make_sample(struct hd_explainer *x)
{
	if (hd_explainer_passes(x) && !x->found->n)
		hd_add_reversed(x);
}

static void serial_run(struct hd_explainer *x, const unsigned *order, unsigned threads)
{
	begin_sample(x);
	for (unsigned i = 0; i < ROUNDS * threads; i++)
		hd_outline_add(&x->try, (hd_tid)order[i % threads], UINT32_MAX);
	make_sample(x);
}

/* Each order of the threads that begins with the first `n` of them. */
static void serial_runs(struct hd_explainer *x, unsigned *order, unsigned n, unsigned threads)
{
	if (n == threads)
		serial_run(x, order, threads);
	for (unsigned i = n; i < threads && !x->trials.over; i++) {
		unsigned kept = order[n];

		order[n] = order[i];
		order[i] = kept;
		serial_runs(x, order, n + 1, threads);
		order[i] = order[n];
		order[n] = kept;
	}
}

/* How many steps the thread has made when it gives back a lock for the nth time, as in the failing run; and
 * behind that as many again as between the last two. 0: it has no lock. */
static uint32_t end_of_section(const struct hd_explainer *x, unsigned tid, unsigned nth)
{
	uint32_t end = 0, length = 0;

	for (size_t i = 0; i < x->n; i++) {
		if (x->events[i].tid != tid || x->events[i].op.kind != HD_UNLOCK)
			continue;
		length = x->done[i] + 1 - end;
		end = x->done[i] + 1;
		if (!nth--)
			return end;
	}
	return end ? end + (nth + 1) * length : 0;
}

/* The threads take turns: each goes on until it gives back a lock. `from` comes first. */
static void run_in_turns(struct hd_explainer *x, unsigned from, unsigned threads)
{
	begin_sample(x);
	for (unsigned turn = 0; turn < TURNS; turn++)
		for (unsigned i = 0; i < threads; i++) {
			unsigned tid = (from + i) % threads;
			uint32_t end = end_of_section(x, tid, turn);

			if (end)
				hd_outline_add(&x->try, (hd_tid)tid, end);
		}
	make_sample(x);
}

/* When the thread has made `done` steps, each other one runs as far as it comes, in a run of its own. */
static void run_in_the_middle(struct hd_explainer *x, hd_tid tid, uint32_t done, unsigned threads)
{
	for (unsigned other = 0; other < threads && !x->trials.over; other++) {
		if (other == tid)
			continue;
		begin_sample(x);
		hd_outline_add(&x->try, tid, done);
		hd_outline_add(&x->try, (hd_tid)other, UINT32_MAX);
		hd_outline_add(&x->try, tid, UINT32_MAX);
		make_sample(x);
	}
}

/* … before each operation that the failing run did not get to. */
static void run_before_later(struct hd_explainer *x, unsigned threads)
{
	for (size_t i = 0; i < x->found->n; i++) {
		const struct hd_decisive *d = &x->found->list[i];
		bool known = !d->ahead;

		for (size_t k = 0; k < i; k++)
			known |= x->found->list[k].ahead && x->found->list[k].later.tid == d->later.tid &&
				 x->found->list[k].later_done == d->later_done;
		if (!known)
			run_in_the_middle(x, (hd_tid)d->later.tid, d->later_done, threads);
	}
}

/* In how many steps of the failing run the thread takes part. */
static uint32_t steps_made(const struct hd_explainer *x, hd_tid tid)
{
	uint32_t steps = 0;

	for (size_t i = 0; i < x->n; i++)
		steps += x->events[i].tid == tid;
	return steps;
}

static bool is_place_for_other(const struct hd_wire_event *e)
{
	return hd_event_flags[e->op.kind] & (HD_F_ACCESS | HD_F_SYNC) && e->op.kind != HD_UNLOCK &&
	       !creates(e);
}

/* … before each operation of the first run that passes which the failing run did not get to. */
static void run_before_passing(struct hd_explainer *x, unsigned threads)
{
	uint32_t done[THREADS_MOST] = {0}, made[THREADS_MOST] = {0};
	const struct hd_kept_run *run = x->passing.n ? &x->passing.list[0] : NULL;

	for (unsigned tid = 0; tid < threads; tid++)
		made[tid] = steps_made(x, (hd_tid)tid);
	for (size_t i = 0; run && i < run->n && !x->trials.over; i++) {
		const struct hd_wire_event *e = &run->events[i];

		if (e->tid < threads && done[e->tid]++ >= made[e->tid] && is_place_for_other(e))
			run_in_the_middle(x, e->tid, done[e->tid] - 1, threads);
	}
}

/* One of the two threads begins, the other one comes in, and then they go on in this order: each is stopped
 * once on its way to what is decisive, the first one at event p, the other one at event q. */
static void run_crossed(struct hd_explainer *x, size_t p, size_t q)
{
	begin_sample(x);
	hd_outline_add(&x->try, x->events[p].tid, x->done[p]);
	hd_outline_add(&x->try, x->events[q].tid, x->done[q]);
	hd_outline_add(&x->try, x->events[p].tid, UINT32_MAX);
	hd_outline_add(&x->try, x->events[q].tid, UINT32_MAX);
	make_sample(x);
}

/* Of these two threads, with all places at which they can be stopped. */
static void cross_threads(struct hd_explainer *x, hd_tid first, hd_tid second)
{
	for (size_t p = x->n; p-- > 0 && !x->trials.over;)
		for (size_t q = x->n; q-- > 0 && !x->trials.over;)
			if (x->events[p].tid == first && x->events[q].tid == second && x->done[p] &&
			    x->done[q] && is_place_for_other(&x->events[p]) &&
			    is_place_for_other(&x->events[q]))
				run_crossed(x, p, q);
}

static hd_tid thread_of_step(const struct hd_explainer *x, uint64_t step)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->events[i].step == step)
			return x->events[i].tid;
	return HD_NO_TID;
}

static bool is_crossed(const bool (*seen)[THREADS_MOST], hd_tid a, hd_tid b)
{
	return a >= THREADS_MOST || b >= THREADS_MOST || seen[a][b];
}

/* The threads of what was found cross each other. */
static void run_all_crossed(struct hd_explainer *x)
{
	bool seen[THREADS_MOST][THREADS_MOST] = {0};

	for (size_t i = 0; i < x->found->n; i++) {
		const struct hd_decisive *d = &x->found->list[i];
		hd_tid a = thread_of_step(x, d->first),
		       b = d->ahead ? (hd_tid)d->later.tid : thread_of_step(x, d->second);

		if (is_crossed(seen, a, b))
			continue;
		seen[a][b] = seen[b][a] = true;
		cross_threads(x, a, b);
		cross_threads(x, b, a);
	}
}

void hd_sample_runs(struct hd_explainer *x)
{
	unsigned order[THREADS_MOST] = {0, 1, 2, 3}, threads = count_threads(x);

	if (!threads || x->n > SAMPLED_MOST || x->trials.repeats > 1)
		return;
	if (x->trials.over && x->trials.runs >= x->trials.runs_most)
		x->trials.over = false;
	x->trials.runs_most = x->trials.runs + SERIAL_MOST + SAMPLES_MOST;
	x->sampling = true;
	serial_runs(x, order, 0, threads);
	run_before_later(x, threads);
	run_before_passing(x, threads);
	for (unsigned from = 0; from < threads && !x->found->n && !x->trials.over; from++)
		run_in_turns(x, from, threads);
	for (size_t i = x->n; i-- > 0 && !x->trials.over;)
		if (is_place_for_other(&x->events[i]))
			run_in_the_middle(x, x->events[i].tid, x->done[i], threads);
	x->trials.runs_most += CROSSED_MOST;
	x->trials.over = false;
	if (x->n <= CROSSED_RUN)
		run_all_crossed(x);
}

/* ---- positions ---- */

/* Blocks of the heap may be elsewhere in another run. */
static bool is_same_operation(const struct hd_wire_event *a, const struct hd_wire_event *b)
{
	return a->tid == b->tid && a->op.site == b->op.site && a->op.kind == b->op.kind &&
	       (a->op.addr == b->op.addr || a->place.kind == HD_PLACE_HEAP);
}

static uint32_t position_in(const struct hd_kept_run *run, const struct hd_wire_event *e, unsigned nth)
{
	for (size_t i = 0; i < run->n; i++)
		if (is_same_operation(&run->events[i], e) && !nth--)
			return (uint32_t)i;
	return HD_NOT_IN_RUN;
}

/* The thread of event i has made the same steps before it as before event k of the failing run. */
static bool came_the_same_way(const struct hd_explainer *x, size_t k, const struct hd_kept_run *run, size_t i)
{
	hd_tid tid = x->events[k].tid;

	for (;; i--, k--) {
		while (i > 0 && run->events[i].tid != tid)
			i--;
		while (k > 0 && x->events[k].tid != tid)
			k--;
		if (run->events[i].tid != tid || x->events[k].tid != tid)
			return run->events[i].tid != tid && x->events[k].tid != tid;
		if (run->events[i].op.site != x->events[k].op.site)
			return false;
		if (!i || !k)
			return !i && !k;
	}
}

/* The operation is the nth of its thread at its place. */
static void find_in_all(const struct hd_explainer *x, const struct hd_wire_event *e, unsigned nth,
			struct hd_positions *at)
{
	for (unsigned i = 0; i < x->passing.n; i++)
		at->passing[i] = position_in(&x->passing.list[i], e, nth);
	for (unsigned i = 0; i < x->failing.n; i++)
		at->failing[i] = position_in(&x->failing.list[i], e, nth);
}

static void find_step(const struct hd_explainer *x, uint64_t step, struct hd_positions *at)
{
	size_t i = 0;
	unsigned nth = 0;

	while (i < x->n && x->events[i].step != step)
		i++;
	if (i == x->n)
		return;
	for (size_t k = 0; k < i; k++)
		nth += is_same_operation(&x->events[k], &x->events[i]);
	find_in_all(x, &x->events[i], nth, at);
	for (unsigned r = 0; r < x->passing.n; r++)
		at->same_way[r] = at->passing[r] != HD_NOT_IN_RUN &&
				  came_the_same_way(x, i, &x->passing.list[r], at->passing[r]);
}

void hd_find_positions(struct hd_explainer *x)
{
	x->found->npassing = x->passing.n;
	x->found->nfailing = x->failing.n;
	for (size_t i = 0; i < x->found->n; i++) {
		struct hd_decisive *d = &x->found->list[i];

		find_step(x, d->first, &d->first_at);
		if (d->looked || d->late_load) {
			find_step(x, d->look, &d->look_at);
			find_step(x, d->change, &d->change_at);
		}
		if (d->ahead)
			find_in_all(x, &d->later, d->later_nth, &d->second_at);
		else
			find_step(x, d->second, &d->second_at);
	}
}
