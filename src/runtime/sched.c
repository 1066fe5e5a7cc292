/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched.h"

#include <string.h>

#include "runtime/arch.h"
#include "runtime/cancel.h"
#include "runtime/control.h"
#include "runtime/failure.h"
#include "runtime/record.h"
#include "runtime/site.h"
#include "runtime/threads.h"
#include "strategy/strategy.h"

#define BUCKETS	     256
#define SPIN_REPEATS 8	  /* returns to the same operation, without any change, that make a spinning thread */
#define TURN_STEPS   5000 /* steps in a row after which a thread lets others go, whatever it does       */
#define LIVELOCK     2000000 /* steps of all threads without any change that make a livelock              */
#define SPURIOUS_MAX 3	     /* in one run                                                               */
#define LOCKSTEP     2000    /* steps without progress after which chance decides                          */
#define QUIET_STEPS  10000   /* what a turn without any scheduling point counts for                        */
#define STEP_NS	     1000    /* virtual time that a step takes                                           */
#define LOOK_UP_MASK 0xfff   /* how often a long run looks whether it should stop                         */

/* The ready set and the waiting lists, set up anew for each run. */
static struct {
	uint64_t ready_bits[HD_MAX_THREADS / 64];
	hd_tid ready[HD_MAX_THREADS]; /* the same as a list, ascending, as long as `listed` */
	bool listed;
	hd_tid offered[HD_MAX_THREADS];	  /* ready without those who yielded */
	struct hd_op ops[HD_MAX_THREADS]; /* pending operations, by thread */
	hd_tid bucket[BUCKETS];		  /* first thread pending on an object with this hash */
	unsigned nready, nyielded, ntimed;
	uint64_t next_deadline; /* no deadline is earlier */
	uint64_t turn;		/* steps that the current thread made in a row */
	uint64_t last_progress, idle_since;
	uint64_t last_activity, still_since; /* the same with locks taken and released */
	uint64_t quiet_turns;		     /* turns ended by hd_sched_quiet() since then */
} s;

static unsigned bucket_of(uint64_t addr)
{
	return (unsigned)((addr * 0x9E3779B97F4A7C15ULL) >> 56);
}

static void enter_bucket(struct hd_thread *t)
{
	hd_tid *head = &s.bucket[bucket_of(t->op.addr)];

	t->wait_prev = HD_NO_TID;
	t->wait_next = *head;
	if (*head != HD_NO_TID)
		hd_threads[*head].wait_prev = t->id;
	*head = t->id;
	t->in_bucket = true;
}

static void leave_bucket(struct hd_thread *t)
{
	if (!t->in_bucket)
		return;
	if (t->wait_prev == HD_NO_TID)
		s.bucket[bucket_of(t->op.addr)] = t->wait_next;
	else
		hd_threads[t->wait_prev].wait_next = t->wait_next;
	if (t->wait_next != HD_NO_TID)
		hd_threads[t->wait_next].wait_prev = t->wait_prev;
	t->in_bucket = false;
}

static void set_ready(struct hd_thread *t, bool ready)
{
	if (t->ready == ready)
		return;
	t->ready = ready;
	s.ready_bits[t->id / 64] ^= 1ULL << (t->id % 64);
	s.nready += ready ? 1 : -1u;
	s.listed = false;
}

/* Many changes between two choices are cheap: the list is written anew only when somebody looks at it. */
static void list_ready(void)
{
	unsigned n = 0, words = (hd_rt.run.nthreads + 63) / 64;

	if (s.listed)
		return;
	for (unsigned w = 0; w < words; w++)
		for (uint64_t bits = s.ready_bits[w]; bits; bits &= bits - 1)
			s.ready[n++] = (hd_tid)(w * 64 + (unsigned)__builtin_ctzll(bits));
	HD_ASSERT(n == s.nready, "%u threads are ready, %u are counted", n, s.nready);
	s.listed = true;
}

static bool cancelled(const struct hd_thread *t)
{
	return t->may_cancel && t->cancel_pending && !t->cancel_disabled;
}

static bool timed(const struct hd_thread *t)
{
	return t->deadline != HD_NO_DEADLINE;
}

/* May the thread go, in any of the ways in which its wait can end? */
static bool enabled(const struct hd_thread *t)
{
	if (!t->can || t->can(t) || cancelled(t))
		return true;
	if (timed(t) && (t->deadline <= hd_rt.run.vtime || hd_rt.run.plan.timeouts == HD_TIMEOUTS_EAGER))
		return true;
	return t->may_spurious && hd_rt.run.spurious_left;
}

static enum hd_wake wake_of(const struct hd_thread *t)
{
	if (cancelled(t))
		return HD_WAKE_CANCEL;
	if (!t->can || t->can(t))
		return HD_WAKE_OK;
	return timed(t) ? HD_WAKE_TIMEOUT : HD_WAKE_SPURIOUS;
}

static uint8_t note_of(enum hd_wake wake)
{
	static const uint8_t notes[] = {[HD_WAKE_OK] = 0,
					[HD_WAKE_TIMEOUT] = HD_NOTE_TIMEOUT,
					[HD_WAKE_SPURIOUS] = HD_NOTE_SPURIOUS,
					[HD_WAKE_CANCEL] = HD_NOTE_CANCEL};
	return notes[wake];
}

/* Wakeups for no reason are few, or they would hide that nothing else happens any more. */
static void spend_spurious(void)
{
	if (--hd_rt.run.spurious_left)
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_threads[i].may_spurious)
			set_ready(&hd_threads[i], enabled(&hd_threads[i]));
}

void hd_sched_changed(uint64_t addr)
{
	hd_tid id = s.bucket[bucket_of(addr)];

	for (; id != HD_NO_TID; id = hd_threads[id].wait_next)
		if (hd_threads[id].op.addr == addr)
			set_ready(&hd_threads[id], enabled(&hd_threads[id]));
}

void hd_sched_retarget(struct hd_thread *t, const struct hd_op *op, hd_can can)
{
	leave_bucket(t);
	if (timed(t))
		s.ntimed--;
	t->deadline = HD_NO_DEADLINE;
	t->may_cancel = t->may_spurious = false;
	t->op = s.ops[t->id] = *op;
	t->can = can;
	enter_bucket(t);
	set_ready(t, enabled(t));
}

unsigned hd_sched_pending(uint64_t addr, enum hd_event_kind kind, hd_tid *out, unsigned max)
{
	hd_tid id = s.bucket[bucket_of(addr)];
	unsigned n = 0;

	for (; id != HD_NO_TID; id = hd_threads[id].wait_next) {
		unsigned at = n < max ? n : max;

		if (hd_threads[id].op.addr != addr || hd_threads[id].op.kind != kind)
			continue;
		n++;
		if (at == max)
			continue;
		for (; at > 0 && out[at - 1] > id; at--)
			out[at] = out[at - 1];
		out[at] = id;
	}
	return n;
}

void hd_sched_progress(void)
{
	hd_rt.run.progress++;
}

/* ---- time ---- */

uint64_t hd_vtime_now(void)
{
	return hd_rt.run.vtime;
}

void hd_vtime_advance(uint64_t ns)
{
	hd_rt.run.vtime += ns;
}

/* Deadlines that have passed make their threads ready; finds the next one. */
static void look_at_deadlines(void)
{
	s.next_deadline = HD_NO_DEADLINE;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		struct hd_thread *t = &hd_threads[i];

		if (t->life != HD_LIFE_ALIVE || !timed(t))
			continue;
		if (t->deadline <= hd_rt.run.vtime)
			set_ready(t, true);
		else if (t->deadline < s.next_deadline)
			s.next_deadline = t->deadline;
	}
}

static bool jump_to_next_deadline(void)
{
	unsigned before = s.nready;

	if (!s.ntimed)
		return false;
	look_at_deadlines();
	if (s.nready != before)
		return true;
	if (s.next_deadline == HD_NO_DEADLINE)
		return false;
	hd_rt.run.vtime = s.next_deadline;
	look_at_deadlines();
	return true;
}

/* ---- spinning and fairness ---- */

static void set_yielded(struct hd_thread *t, bool yielded)
{
	s.nyielded += (unsigned)yielded - (unsigned)t->yielded;
	t->yielded = yielded;
}

/* Does the thread come back to the same operation again and again, while nothing changes? Brent's way to find
 * a cycle: compare with one remembered operation, and remember another at each power of two. */
static bool spins(struct hd_thread *t)
{
	uint64_t key = t->op.addr ^ ((uint64_t)t->op.site << 32);

	if (t->seen_progress != hd_rt.run.progress) {
		t->seen_progress = hd_rt.run.progress;
		t->idle = t->repeats = 0;
	}
	if (key == t->spin_mark)
		t->repeats++;
	t->idle++;
	if ((t->idle & (t->idle - 1)) == 0)
		t->spin_mark = key;
	return t->repeats > SPIN_REPEATS;
}

/* The current thread is about to go on: if it only spins, the others go first. */
static void watch_spinning(struct hd_thread *t)
{
	if (hd_rt.run.progress != s.last_progress) {
		s.last_progress = hd_rt.run.progress;
		s.idle_since = s.still_since = hd_rt.run.steps;
		s.quiet_turns = 0;
	}
	if (hd_rt.run.activity != s.last_activity) {
		s.last_activity = hd_rt.run.activity;
		s.still_since = hd_rt.run.steps;
	}
	/* A sleep may end at once, as far as anybody can tell: whether it does is the strategy's choice. */
	if (spins(t) || t->op.kind == HD_YIELD || s.turn > TURN_STEPS) {
		set_yielded(t, true);
		s.turn = 0;
	}
}

/* Nothing has changed for very long: is each thread that could change something only spinning? */
static bool all_spin(void)
{
	list_ready();
	for (unsigned i = 0; i < s.nready; i++)
		if (hd_threads[s.ready[i]].repeats <= SPIN_REPEATS)
			return false;
	return true;
}

/* Threads that retry what fails because of each other (trylock and back off) get out of it sooner or later on
 * any real machine; a regular strategy, or turns that are too fair, could hold them in lockstep for ever.
 * After a while without progress chance decides, among all. */
static bool in_lockstep(void)
{
	return hd_rt.run.steps - s.idle_since > LOCKSTEP;
}

static unsigned list_unyielded(void)
{
	unsigned n = 0;

	list_ready();
	for (unsigned i = 0; i < s.nready; i++)
		if (!hd_threads[s.ready[i]].yielded)
			s.offered[n++] = s.ready[i];
	return n;
}

static void fill_offered(struct hd_choice *c)
{
	unsigned n = 0;

	if (in_lockstep() && hd_rt.run.steps % LOCKSTEP == 0)
		jump_to_next_deadline(); /* perhaps they wait for somebody who sleeps */
	if (s.nyielded && !in_lockstep()) {
		n = list_unyielded();
		/* Everybody who could go only spins: let time pass for those who sleep. */
		if (!n && jump_to_next_deadline())
			n = list_unyielded();
	}
	list_ready();
	c->ready = n ? s.offered : s.ready;
	c->nready = n ? n : s.nready;
}

/* ---- choosing ---- */

static void check_bounds(void)
{
	uint64_t steps = hd_rt.run.steps;

	if (__builtin_expect(hd_rt.run.overdue, 0))
		hd_failure_hang("the run did not end within its time");
	if (steps - s.still_since + s.quiet_turns * QUIET_STEPS > LIVELOCK) {
		if (all_spin())
			hd_failure_livelock();
		s.still_since = steps;
		s.quiet_turns = 0;
	}
	if (hd_rt.wire->max_steps && steps >= hd_rt.wire->max_steps)
		hd_failure_hang("the run did not end within %lu steps", hd_rt.wire->max_steps);
	if ((steps & LOOK_UP_MASK) == 0) {
		atomic_store_explicit(&hd_rt.slot->live_steps, steps, memory_order_relaxed);
		if (atomic_load_explicit(&hd_rt.wire->stop, memory_order_relaxed))
			hd_run_stopped();
	}
}

static bool is_offered(const struct hd_choice *c, hd_tid id)
{
	return hd_threads[id].ready && (c->ready == s.ready || !hd_threads[id].yielded);
}

static hd_tid break_lockstep(const struct hd_choice *c)
{
	if (c->current_ready && hd_rng_below(c->rng, 4))
		return c->current;
	return c->ready[hd_rng_below(c->rng, c->nready)];
}

static struct hd_thread *choose(void)
{
	const struct hd_strategy_ops *strategy = hd_control_strategy();
	void *state = hd_control_strategy_state();
	struct hd_choice c = {
	    .current = hd_rt.run.current, .step = hd_rt.run.steps, .ops = s.ops, .rng = &hd_rt.run.rng};
	struct hd_thread *t;
	hd_tid id;

	fill_offered(&c);
	c.current_ready = is_offered(&c, c.current);
	id = in_lockstep() && hd_rt.run.plan.strategy != HD_STRATEGY_replay ? break_lockstep(&c)
									    : strategy->pick(state, &c);
	if (__builtin_expect(id == HD_NO_TID, 0))
		hd_control_diverged(s.ready, s.nready, s.ops);
	HD_ASSERT(id < hd_rt.run.nthreads && is_offered(&c, id),
		  "%s chose thread %u, which it was not offered", strategy->name, id);
	t = &hd_threads[id];
	t->wake = wake_of(t);
	if (t->wake == HD_WAKE_TIMEOUT && hd_rt.run.vtime < t->deadline)
		hd_rt.run.vtime = t->deadline;
	if (t->wake == HD_WAKE_SPURIOUS)
		spend_spurious();
	hd_record_step(t, note_of(t->wake));
	if (strategy->saw)
		strategy->saw(state, id, &t->op, &c);
	return t;
}

static void switch_to(struct hd_thread *t)
{
	struct hd_thread *from = hd_rt.run.self;
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	if (sp < from->min_sp)
		from->min_sp = sp;
	s.turn++;
	if (t == from)
		return;
	s.turn = 0;
	set_yielded(from, false); /* somebody else goes now: it may be offered again */
	hd_rt.run.current = t->id;
	hd_rt.run.self = t;
	hd_rt.run.switches++;
	hd_arch_set_tls(t->fs);
	hd_arch_switch(&from->sp, t->sp);
}

void hd_sched_dispatch(void)
{
	check_bounds();
	hd_rt.run.vtime += STEP_NS;
	if (s.ntimed && hd_rt.run.vtime >= s.next_deadline)
		look_at_deadlines();
	while (!s.nready)
		if (!jump_to_next_deadline())
			hd_failure_deadlock();
	switch_to(choose());
}

/* ---- announcing operations ---- */

void hd_sched_point(const struct hd_op *op)
{
	struct hd_thread *t = hd_rt.run.self;

	if (!hd_rt.run.multi && op->kind != HD_CREATE)
		return; /* a thread that is alone has no choice */
	t->op = s.ops[t->id] = *op;
	watch_spinning(t);
	hd_sched_dispatch();
	if (__builtin_expect(t->cancel_async && t->cancel_pending && !t->cancel_disabled, 0))
		hd_cancel_act();
}

void hd_sched_quiet(uint32_t site)
{
	struct hd_op op = {.site = site, .kind = HD_YIELD};

	hd_rt.run.quiet = 0;
	if (!hd_rt.run.multi)
		return;
	s.quiet_turns++;
	hd_sched_point(&op);
}

enum hd_wake hd_sched_wait(const struct hd_op *op, hd_can can, uint64_t deadline, unsigned flags)
{
	struct hd_thread *t = hd_rt.run.self;

	t->op = s.ops[t->id] = *op;
	t->can = can;
	t->deadline = deadline;
	t->op.timed = s.ops[t->id].timed = deadline != HD_NO_DEADLINE;
	t->may_cancel = flags & HD_WAIT_CANCEL;
	t->may_spurious = flags & HD_WAIT_SPURIOUS;
	enter_bucket(t);
	if (timed(t)) {
		s.ntimed++;
		s.next_deadline = deadline < s.next_deadline ? deadline : s.next_deadline;
	}
	set_ready(t, enabled(t));
	if (hd_rt.run.multi || !t->ready || wake_of(t) != HD_WAKE_OK) {
		watch_spinning(t);
		hd_sched_dispatch();
	} else {
		t->wake = HD_WAKE_OK;
	}
	leave_bucket(t);
	if (timed(t))
		s.ntimed--;
	t->deadline = HD_NO_DEADLINE;
	t->can = NULL;
	t->may_cancel = t->may_spurious = false;
	set_ready(t, true);
	return t->wake;
}

uint64_t hd_sched_value(uint64_t bound)
{
	const struct hd_strategy_ops *strategy = hd_control_strategy();
	uint64_t v;

	if (bound <= 1)
		return 0;
	v = strategy->value(hd_control_strategy_state(), &hd_rt.run.rng, bound);
	list_ready();
	if (v >= bound)
		hd_control_diverged(s.ready, s.nready, s.ops);
	hd_record_value(v);
	return v;
}

bool hd_sched_rare(void)
{
	if (!hd_rt.run.spurious_left || hd_sched_value(16) != 0)
		return false;
	spend_spurious();
	return true;
}

/* ---- threads come and go ---- */

void hd_sched_add(struct hd_thread *t)
{
	s.ops[t->id] = t->op;
	t->ready = false;
	set_ready(t, true);
}

void hd_sched_remove(struct hd_thread *t)
{
	set_yielded(t, false);
	set_ready(t, false);
	s.ops[t->id].kind = HD_EXIT;
	s.ops[t->id].addr = 0;
	hd_rt.run.progress++;
}

void hd_sched_run_begin(void)
{
	memset(s.bucket, 0xff, sizeof s.bucket);
	memset(s.ready_bits, 0, sizeof s.ready_bits);
	s.nready = s.nyielded = s.ntimed = 0;
	s.listed = false;
	s.next_deadline = HD_NO_DEADLINE;
	s.turn = s.last_progress = s.idle_since = s.quiet_turns = 0;
	s.last_activity = s.still_since = 0;
	hd_rt.run.spurious_left = hd_rt.run.plan.spurious ? SPURIOUS_MAX : 0;
}
