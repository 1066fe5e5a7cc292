/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/fairness.h"

#include <string.h>

#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/site.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/state/hooks.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_state.h"
#include "runtime/state/spinning.h"
#include "runtime/state/standstill.h"
#include "runtime/state/thread_table.h"
#include "runtime/engine/vtimer.h"
#include "runtime/engine/outside_time.h"
#include "runtime/common/team.h"
#include "strategy/strategy.h"

#define STUBBORN_REPEATS 64   /* the same in a run whose threads do not give up soon: at least */
#define VERY_STUBBORN	 256  /* … and in half of them: libc++ looks a hundred times */
#define STUBBORN_ONE_IN	 4    /* runs */
#define TURN_STEPS	 5000 /* steps in a row after which a thread lets other threads run                 */
#define LIVELOCK	 2000000 /* visits of all threads without any change that may be a livelock            */
#define LOOKS		 1024 /* at a thread's own state, to tell whether it only spins                      */
#define LOCKSTEP	 2000 /* steps without progress after which chance decides                          */
#define SPIN_PATIENCE	 32 /* steps of others before a thread that spins unseen looks again                 */
#define READS_MUCH	 32   /* reads between two operations of a thread that does not only spin           */
#define PATIENCE_MAX	 4096 /* … at most */
#define END_PATIENCE	 4096 /* steps of others while a thread is about to end the program: at most          */
#define END_SHORTEST	 16   /* … and at least                                                          */
#define END_RANGE	 9    /* END_SHORTEST << 0 … END_SHORTEST << 8                                    */
#define END_HELD_ONE_IN	 4    /* runs in which other threads run first for that long, if they can         */
#define END_HELD_FIRST	 4    /* the first runs are such: they show what all threads do                   */
#define QUIET_STEPS	 10000 /* what a turn without any scheduling point counts for                        */
#define DOUBTS		 32768 /* of a run, whether threads spin or work unheard: seconds of virtual time     */

/* A thread starves that was passed over at STARVED looks in a row. STARVE_LOOK: visits between two looks, or
 * as many as the longest run had steps. STARVED_TURN: steps that it may make then, twice as many each time.
 */
#define STARVE_LOOK  65536
#define STARVED	     2
#define STARVED_TURN 1024

enum end_stage {
	END_FREE,  /* no thread is about to end the program, or whether it goes is the strategy's choice  */
	END_HELD,  /* other threads run first                                                        */
	END_FORCED /* the thread has waited long enough: it ends the program now                     */
};

static struct {						      /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) hd_tid offered[HD_MAX_THREADS]; /* the ready threads that have not yielded */
	unsigned nyielded;
	uint64_t turn;	   /* steps that the current thread made in a row */
	unsigned timeouts; /* of its waits that passed meanwhile */
	uint64_t last_progress, idle_since;
	uint64_t last_activity, still_since; /* the same with locks taken and released */
	uint64_t quiet_turns;		     /* turns without any scheduling point since then */
	bool quiet;			     /* the running thread has just had one more */
	uint32_t looks;			     /* at a thread's own state that are allowed so far */
	uint32_t doubts;		     /* whether threads that seemed to spin did */
	unsigned repeats; /* returns without any change that make a spinning thread, in this run */
	bool stubborn;	  /* these are many, and threads that yield do not let others go at once */
	hd_tid ender;	  /* the thread that was about to end the program last; HD_NO_TID: none was */
	uint64_t ending_since;
	uint64_t end_patience; /* steps of other threads until it must run */
	bool end_is_held;      /* … and until then it is not offered */
	enum end_stage stage;  /* of this decision */
	uint64_t look_at;      /* the visit of the next look for threads that starve; UINT64_MAX: none */
	hd_tid starved;	       /* until this step only this thread is offered; HD_NO_TID: no thread starves */
	uint64_t starved_until, starved_turn, look_every;
} f;

/* What is decided here in runs of other strategies is no gap of the systematic search of `auto`. */
static void note_gap(uint32_t bits)
{
	if (hd_strategies[hd_rt.run.plan.strategy]->systematic)
		hd_gap(bits);
}

void hd_fair_share(void)
{
	hd_team_share(&f, sizeof f);
}

/* A thread that spins or yields for a while and then sleeps for good must get that far in some runs, though
 * other threads are ready all the time. The seed decides, so that a replay does the same. A systematic search
 * has the same patience in all runs. */
static unsigned choose_patience(void)
{
	uint64_t chance = hd_mix64(hd_rt.run.plan.seed ^ 0x5354554242ULL);

	if (chance % STUBBORN_ONE_IN || hd_strategies[hd_rt.run.plan.strategy]->systematic)
		return HD_SPIN_REPEATS;
	return chance / STUBBORN_ONE_IN % 2 ? VERY_STUBBORN : STUBBORN_REPEATS;
}

/* When the program ends while other threads can run, chance decides how far they get. Threads that run for
 * ever must not keep the program from ending, whatever the strategy picks. What follows a schedule or an
 * outline knows when the program ends: an outline may let it end sooner than the run that it comes from. */
static void choose_end(void)
{
	uint64_t chance = hd_mix64(hd_rt.run.plan.seed ^ 0x454E44ULL);
	bool systematic = hd_strategies[hd_rt.run.plan.strategy]->systematic;
	bool first = hd_rt.slot->failure.run < END_HELD_FIRST;

	f.ender = HD_NO_TID;
	f.end_patience = systematic || first ? END_PATIENCE : (uint64_t)END_SHORTEST << chance % END_RANGE;
	f.end_is_held = !systematic && !hd_strategies[hd_rt.run.plan.strategy]->follows &&
			(first || chance / END_RANGE % END_HELD_ONE_IN == 0);
}

/* In a systematic search each schedule is tried, also those in which a thread is late. */
static void begin_to_look_for_starved(void)
{
	uint64_t longest = atomic_load_explicit(&hd_rt.wire->longest_steps, memory_order_relaxed);

	f.starved = HD_NO_TID;
	f.starved_turn = STARVED_TURN;
	f.look_every = longest > STARVE_LOOK ? longest : STARVE_LOOK;
	f.look_at = hd_strategies[hd_rt.run.plan.strategy]->systematic ? UINT64_MAX : f.look_every;
}

void hd_fair_run_begin(void)
{
	choose_end();
	f.repeats = choose_patience();
	f.stubborn = f.repeats > HD_SPIN_REPEATS || hd_strategies[hd_rt.run.plan.strategy]->offers_yields;
	f.quiet = false;
	f.nyielded = 0;
	f.timeouts = 0;
	f.turn = f.last_progress = f.idle_since = f.quiet_turns = 0;
	f.last_activity = f.still_since = 0;
	f.looks = LOOKS;
	f.doubts = 0;
	begin_to_look_for_starved();
}

void hd_fair_yielded(struct hd_thread *t, bool yielded)
{
	f.nyielded += (unsigned)yielded - (unsigned)t->yielded;
	t->yielded = yielded;
}

/* Visits of scheduling points, also those that were not taken because the site is sampled. */
static uint64_t visits(void)
{
	return hd_rt.run.steps + hd_rt.run.skipped;
}

/* For how long nothing has changed, in visits. */
static uint64_t standstill(void)
{
	return visits() - f.still_since + f.quiet_turns * QUIET_STEPS;
}

/* The thread performs the same operation again: are its registers and stack the same as before, too? A replay
 * need not look. */
static void look_for_standstill(struct hd_thread *t)
{
	uint64_t state;

	if (t->looks >= f.looks || hd_run_replays())
		return;
	state = t->op.kind == HD_SPIN ? t->spun_state : hd_standstill_state(t);
	t->looks++;
	t->standstills += hd_standstill_again(t, state, hd_rt.run.progress);
}

/* Since its last operation the thread itself has changed something, or may have, or it has read much. */
static bool has_worked(const struct hd_thread *t)
{
	return hd_rt.run.progress - t->probed > t->forgiven || hd_leading.visits - t->visited > READS_MUCH ||
	       hd_leading.beside_steps;
}

/* How often does the thread come back to the same operation while nothing changes? Brent's way to find
 * a cycle: compare with one remembered operation, and remember another at each power of two. */
static void look_for_spinning(struct hd_thread *t)
{
	uint64_t key = t->op.addr ^ ((uint64_t)t->op.site << 32);
	bool again;

	if (t->seen_progress != hd_rt.run.progress) {
		t->seen_progress = hd_rt.run.progress;
		t->idle = t->repeats = t->looks = t->standstills = 0;
	}
	if (has_worked(t))
		t->vain = t->nreads = 0;
	t->probed = hd_rt.run.progress;
	t->visited = hd_leading.visits;
	t->forgiven = 0;
	again = key == t->spin_mark || t->op.kind == HD_SPIN;
	t->again = again;
	t->repeats += again;
	t->idle++;
	if ((t->idle & (t->idle - 1)) == 0)
		t->spin_mark = key;
	if (__builtin_expect(standstill() > LIVELOCK / 2, 0) &&
	    (again || hd_event_flags[t->op.kind] & HD_F_YIELD))
		look_for_standstill(t);
}

static bool asks_to_yield(const struct hd_thread *t)
{
	return t->op.kind == HD_SPIN || (t->op.kind == HD_YIELD && (f.quiet || !f.stubborn));
}

/* The thread has changed nothing since it read the same again and again, whatever others have changed. */
static bool reads_in_vain(const struct hd_thread *t)
{
	return t->vain > f.repeats && t->nreads && !hd_strategies[hd_rt.run.plan.strategy]->systematic;
}

/* The thread has spun, had a long turn or timed out too often, so it yields although it did not ask to. */
static bool is_made_to_yield(const struct hd_thread *t)
{
	uint32_t gaps = 0;

	if (t->repeats > f.repeats || reads_in_vain(t))
		gaps |= HD_GAP_BIT(SPIN);
	if (f.turn > TURN_STEPS)
		gaps |= HD_GAP_BIT(TURN);
	if (f.timeouts > HD_TIMEOUTS_IN_A_ROW)
		gaps |= HD_GAP_BIT(TIME);
	if (gaps)
		note_gap(gaps);
	return gaps;
}

static bool ends_program(const struct hd_thread *t)
{
	return t->op.kind == HD_END || t->op.kind == HD_LEAVE;
}

static void watch_end(const struct hd_thread *t)
{
	f.ender = t->id;
	f.ending_since = hd_rt.run.steps;
}

void hd_fair_watch(struct hd_thread *t)
{
	if (hd_rt.run.progress != f.last_progress) {
		f.last_progress = hd_rt.run.progress;
		f.idle_since = hd_rt.run.steps;
		f.still_since = visits();
		f.quiet_turns = 0;
	}
	if (hd_rt.run.activity != f.last_activity) {
		f.last_activity = hd_rt.run.activity;
		f.still_since = visits();
	}
	if (__builtin_expect(ends_program(t), 0))
		watch_end(t);
	/* A sleep alone does not make the thread yield: it may end at once, and the strategy decides whether
	 * it does. */
	t->quiet = f.quiet;
	look_for_spinning(t);
	if (asks_to_yield(t) || is_made_to_yield(t)) {
		if (reads_in_vain(t) && !t->waits)
			hd_fair_waits(t);
		hd_fair_yielded(t, true);
		f.turn = f.timeouts = 0;
	}
	f.quiet = false;
}

/* A thread that acts at each time-out, such as an event loop with a timer, makes progress for ever, though it
 * may wait for other threads: count its time-outs, so that the others get to run. */
void hd_fair_timed_out(void)
{
	f.timeouts++;
}

void hd_fair_quiet(void)
{
	note_gap(HD_GAP_BIT(QUIET));
	f.quiet_turns++;
	f.quiet = true;
}

void hd_fair_turn(bool same)
{
	f.turn = same ? f.turn + 1 : 0;
	f.timeouts = same ? f.timeouts : 0;
}

void hd_fair_left(struct hd_thread *t)
{
	t->left_at = visits();
	t->passed_over = 0;
	if (t->op.kind != HD_SPIN && !t->waits)
		hd_fair_yielded(t, false);
}

/* A thread that has looked in vain looks again later and later. */
static uint32_t more_patience(struct hd_thread *t)
{
	t->patience = t->patience ? t->patience * 2 : SPIN_PATIENCE;
	if (t->patience > PATIENCE_MAX)
		t->patience = PATIENCE_MAX;
	return t->patience;
}

void hd_fair_spun(struct hd_thread *t)
{
	note_gap(HD_GAP_BIT(SPIN));
	f.quiet_turns++;
	/* Now and then t looks again soon: else no run would show what other threads do right after the
	 * moment at which t could go on. */
	t->patience = t->op.kind == HD_SPIN ? t->patience : 0;
	t->patient_until =
	    hd_rt.run.steps + (hd_rng_below(&hd_rt.run.rng, t->patience ? 16 : 4) ? more_patience(t) : 1);
}

void hd_fair_waits(struct hd_thread *t)
{
	if (hd_strategies[hd_rt.run.plan.strategy]->systematic)
		return;
	t->patient_until = hd_rt.run.steps + more_patience(t);
	t->waits = true;
}

void hd_fair_goes_on(struct hd_thread *t)
{
	t->waits = false;
	t->patience = hd_spin_reads_changed(t) ? 0 : t->patience;
	hd_fair_yielded(t, false);
}

/* ---- which threads are offered ---- */

/* Threads that retry what fails because of each other (trylock and back off) get out of it sooner or later on
 * any real machine; a regular strategy, or turns that are too fair, could hold them in lockstep for ever.
 * After a while without progress chance picks among all ready threads. */
bool hd_fair_in_lockstep(void)
{
	return hd_rt.run.steps - f.idle_since > LOCKSTEP;
}

/* Each turn of a thread that spins unseen takes long in real time, so mostly it is not offered again at once.
 */
static bool waits_for_others(struct hd_thread *t)
{
	if (t->yielded && (t->op.kind == HD_SPIN || t->waits) &&
	    (hd_rt.run.steps >= t->patient_until || (t->waits && hd_spin_reads_changed(t))))
		hd_fair_yielded(t, false);
	return t->yielded;
}

static enum end_stage stage_of_end(void)
{
	const struct hd_thread *t = &hd_threads[f.ender];

	if (t->life != HD_LIFE_ALIVE || !t->ready || !ends_program(t))
		return END_FREE;
	if (hd_rt.run.steps - f.ending_since >= f.end_patience)
		return END_FORCED;
	return f.end_is_held && t->op.kind == HD_END ? END_HELD : END_FREE;
}

static bool is_out(const struct hd_thread *t)
{
	return t->yielded || (f.stage == END_HELD && t->op.kind == HD_END) ||
	       (f.stage == END_FORCED && !ends_program(t));
}

static unsigned list_offered(void)
{
	unsigned n = 0;

	hd_ready_list();
	for (unsigned i = 0; i < hd_ready.n; i++) {
		struct hd_thread *t = &hd_threads[hd_ready.list[i]];

		if (!waits_for_others(t) && !is_out(t))
			f.offered[n++] = t->id;
	}
	return n;
}

/* List the threads to offer: without those that yielded, and as the end of the program demands. Returns how
 * many. */
static unsigned narrow_down(void)
{
	unsigned n = list_offered();

	if (f.stage == END_FORCED && n && n < hd_ready.n)
		note_gap(HD_GAP_BIT(END));
	if (n || f.stage != END_HELD)
		return n;
	f.stage = END_FREE; /* the other threads have all yielded: do not hold the end for them */
	return list_offered();
}

/* A thread that has only yielded, or had a long turn, can still run: virtual time must not jump while it can.
 */
static bool all_wait_for_time(void)
{
	hd_ready_list();
	for (unsigned i = 0; i < hd_ready.n; i++)
		if (!hd_only_spins(&hd_threads[hd_ready.list[i]]))
			return false;
	return true;
}

/* In a large run a thread that looks at a flag between work of its own seems to spin if that work is not
 * heard. So it is heard before time jumps; until then, time passes with what the threads do. That would take
 * too long for a sleep of minutes, so there is an end to it. */
static bool may_work_unheard(void)
{
	if (__builtin_expect(!hd_leading.hidden, 1) || f.doubts >= DOUBTS ||
	    hd_time_next() == HD_NO_DEADLINE || !hd_hooks.run_reveals_work())
		return false;
	f.doubts++;
	for (unsigned i = 0; i < hd_ready.n; i++)
		hd_threads[hd_ready.list[i]].repeats = 0;
	return true;
}

/* All ready threads have yielded: perhaps they spin until another process acts, or until a sleeping thread
 * does. A watchdog does not go off before they have spun for long. */
static bool let_time_pass(void)
{
	if (hd_outside_glance())
		return true;
	if (!all_wait_for_time() || (hd_time_is_far() && !hd_fair_in_lockstep()) || may_work_unheard())
		return false;
	return hd_outside_time_jump(true);
}

/* A strategy that holds a thread until others have done something must not hold it for ever: on a real
 * machine each thread gets on, and a run that does not end because one never did would be no fault of the
 * program. */
static void look_for_starved(void)
{
	f.look_at = visits() + f.look_every;
	hd_ready_list();
	for (unsigned i = 0; i < hd_ready.n; i++) {
		struct hd_thread *t = &hd_threads[hd_ready.list[i]];
		bool has_run = t->id == hd_rt.run.current || t->left_at + f.look_every > visits();

		if (has_run || t->yielded) {
			t->passed_over = 0;
		} else if (++t->passed_over >= STARVED && f.starved == HD_NO_TID) {
			f.starved = t->id;
			f.starved_until = hd_rt.run.steps + f.starved_turn;
			f.starved_turn *= 2;
		}
	}
}

/* The thread that has starved goes on, until it has had its turn, waits or spins. */
static bool offer_starved(void)
{
	const struct hd_thread *t = &hd_threads[f.starved];

	if (hd_rt.run.steps < f.starved_until && t->life == HD_LIFE_ALIVE && t->ready && !t->yielded) {
		f.offered[0] = f.starved;
		return true;
	}
	f.starved = HD_NO_TID;
	return false;
}

void hd_fair_offer(struct hd_choice *c)
{
	unsigned n = 0;

	if (__builtin_expect(visits() >= f.look_at, 0))
		look_for_starved();
	if (hd_fair_in_lockstep() && hd_rt.run.steps % LOCKSTEP == 0)
		let_time_pass();
	f.stage = __builtin_expect(f.ender != HD_NO_TID, 0) ? stage_of_end() : END_FREE;
	if ((f.nyielded || f.stage != END_FREE) && !hd_fair_in_lockstep()) {
		n = narrow_down();
		if (!n && let_time_pass())
			n = narrow_down();
	}
	if (__builtin_expect(f.starved != HD_NO_TID, 0) && f.stage == END_FREE && offer_starved())
		n = 1;
	hd_ready_list();
	if (hd_run_replays())
		n = 0; /* the schedule says which thread runs, whatever fairness would say */
	c->ready = n ? f.offered : hd_ready.list;
	c->nready = n ? n : hd_ready.n;
	c->able = hd_ready.list;
	c->nable = hd_ready.n;
}

bool hd_fair_is_offered(const struct hd_choice *c, hd_tid id)
{
	if (c->nready == 1)
		return c->ready[0] == id;
	return hd_threads[id].ready && (c->ready == hd_ready.list || !is_out(&hd_threads[id]));
}

hd_tid hd_fair_break_lockstep(const struct hd_choice *c)
{
	note_gap(HD_GAP_BIT(SPIN));
	if (c->current_ready && hd_rng_below(c->rng, 4))
		return c->current;
	return c->ready[hd_rng_below(c->rng, c->nready)];
}

/* ---- livelocks ---- */

/* A replay finds the livelock at the end of its schedule, neither before nor after it. */
void hd_fair_check_livelock(void)
{
	if (standstill() <= LIVELOCK)
		return;
	if ((!hd_run_replays() || hd_run_ought_to_end(HD_OUT_LIVELOCK)) && hd_is_livelock())
		hd_failure_livelock();
	f.looks += LOOKS;
	f.still_since = visits();
	f.quiet_turns = 0;
}
