/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/analysis_feed.h"

#include "analysis/lockorder.h"
#include "analysis/semaphores.h"
#include "runtime/aim/aim_table.h"
#include "runtime/aim/aim_iroots.h"
#include "runtime/aim/aim_run.h"
#include "runtime/common/site.h"
#include "runtime/common/stack_ids.h"
#include "runtime/common/team.h"
#include "runtime/engine/series.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/observe/analyses.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/observe/finding.h"
#include "runtime/observe/foreign.h"
#include "runtime/observe/watch_budget.h"
#include "runtime/state/backpoints.h"
#include "strategy/strategy.h"

#define FIRST_RUNS   64	    /* all watched … */
#define FIRST_EVENTS 600000 /* … until analyses have looked at as many steps and accesses */
#define FEW_RUNS     2	    /* where as many as possible are to begin in the middle */
#define LARGE	     512    /* bytes of an access that count as another one */
#define EVERY	     8	    /* of the later ones */
#define SELDOM	     512    /* … where others begin in the middle, because a watched run begins at main */
#define LATE_ATTEMPT 16	    /* times as many steps are looked at in an attempt at an iRoot */

static struct hd_arena arena;

static void *states[HD_ANALYSES];
static struct hd_semaphores semaphores = {.arena = &arena};

/* The analyses that look at the run under way. */
static struct {
	const struct hd_analysis_ops *ops;
	void *state;
} on[HD_ANALYSES];
static unsigned non;

/* Tell all of them, in the order of the table. */
#define TELL(event, ...)                                                                                     \
	do {                                                                                                 \
		for (unsigned i_ = 0; i_ < non; i_++)                                                        \
			if (on[i_].ops->event)                                                               \
				on[i_].ops->event(on[i_].state, ##__VA_ARGS__);                              \
	} while (0)

/* Does one of them want to be told? */
#define LISTENS(event)                                                                                       \
	({                                                                                                   \
		bool listens_ = false;                                                                       \
		for (unsigned i_ = 0; i_ < non; i_++)                                                        \
			listens_ |= on[i_].ops->event != NULL;                                               \
		listens_;                                                                                    \
	})

static uint32_t accesses_left; /* of this run, that are looked at */
static uint64_t events;	       /* of this run, that were looked at */
static int64_t budget;	       /* what is left for them, large ones count for more: see watch_budget.h */
static uint64_t steps_before;  /* of this run, that were not looked at */
static uint64_t
    watch_from; /* accesses and steps of this run after which analyses begin to look; 0: they do */

static hd_tid self(void)
{
	return hd_rt.run.current;
}

/* ---- the process, a run ---- */

static uint32_t call_stack_of(hd_tid t)
{
	return hd_stack_id_of_calls(&hd_threads[t]);
}

static uint32_t locks_of(hd_tid t)
{
	return hd_stack_id_of_locks(&hd_threads[t]);
}

static void init_analyses(void)
{
	static struct hd_analysis_env env = {.arena = &arena,
					     .call_stack = call_stack_of,
					     .locks = locks_of,
					     .found = hd_finding_places,
					     .alloc = hd_aside_alloc};

	env.order = hd_run_order();
	for (unsigned i = 0; i < HD_ANALYSES; i++) {
		const struct hd_analysis_ops *ops = hd_analyses[i];

		if (!(hd_rt.wire->checks & 1u << i))
			continue;
		states[i] = hd_aside_alloc(ops->size);
		if (ops->init)
			ops->init(states[i], &env);
	}
}

void hd_feed_init(void)
{
	if (!hd_rt.wire->checks)
		return;
	arena = hd_analysis_memory();
	hd_run_order_init(&arena);
	hd_stack_id_init();
	hd_finding_init();
	hd_aims_init();
	init_analyses();
}

/* How many accesses of a run are looked at: the rest of a large run would take minutes. Of hot sites only
 * some visits count (sample.h), unless each one matters. */
static enum hd_capacity accesses_watched(void)
{
	return hd_rt.run.watches_all ? HD_FULL_WATCHED_ALL : HD_FULL_WATCHED_ACCESSES;
}

/* These can begin in the middle of a run. What atomic sets are is inferred from whole critical sections. */
#define BEGIN_IN_MIDDLE (HD_CHECK_race | HD_CHECK_lock_order | HD_CHECK_iroots | HD_CHECK_pair)

static void begin_analyses(uint32_t which)
{
	for (unsigned i = 0; i < HD_ANALYSES; i++) {
		const struct hd_analysis_ops *ops = hd_analyses[i];

		if (!states[i] || !(which & 1u << i) || (ops->run_begin && !ops->run_begin(states[i])))
			continue;
		on[non].ops = ops;
		on[non++].state = states[i];
		hd_rt.run.watches_all |= (ops->every_access & hd_rt.wire->checks) != 0;
	}
}

/* Is the run one of the first ones, which are all watched? Of a program with large runs they are fewer. */
static bool is_among_first(uint64_t number)
{
	if (hd_rt.wire->backtracks == HD_BACKTRACKS_OFTEN &&
	    hd_strategy_at(hd_rt.wire->options.strategy)->keeps)
		return number < FEW_RUNS;
	return number < FIRST_RUNS && hd_rt.slot->watched_events < FIRST_EVENTS;
}

/* Which runs are watched follows from their numbers and from what was watched before, and watching changes
 * nothing about a run. */
static bool is_watched(uint64_t number)
{
	if (hd_series_is_one())
		return hd_series_watches();
	return is_among_first(number) || number % (hd_backpoints_exist() ? SELDOM : EVERY) == 0;
}

/* An aim or the user asks for all of the run. What `auto` predicts from a large run ends early
 * (watch_iroots.c). */
static bool is_watched_whole(void)
{
	return hd_aim_watch() == HD_WATCH_ALL ||
	       (hd_aim_watch() == HD_WATCH_PREDICT && hd_rt.wire->options.strategy >= 0) ||
	       hd_rt.wire->watch_all || hd_rt.wire->replaying || hd_series_is_one();
}

static bool can_begin_in_middle(void)
{
	return hd_feed_can_begin_late() && hd_aim_watch() == HD_WATCH_SOME &&
	       !hd_strategies[hd_rt.run.plan.strategy]->keeps;
}

static void begin_watching(bool late)
{
	hd_rt.run.watched = true;
	hd_watch_accesses(true);
	hd_order_begin(hd_run_order());
	hd_semaphores_begin(&semaphores, late);
	/* Interleaving idioms do not ask what libraries order that were not rebuilt. */
	hd_rt.run.watches_all = hd_foreign_count && hd_rt.wire->checks & ~HD_CHECK_iroots;
	begin_analyses(late ? BEGIN_IN_MIDDLE : UINT32_MAX);
	accesses_left = hd_rt.wire->most[accesses_watched()];
	steps_before = hd_rt.run.steps;
}

void hd_feed_run_begin(uint64_t number)
{
	bool whole = is_watched_whole();
	bool watches = hd_rt.wire->checks && (!hd_rt.wire->replaying || hd_rt.wire->trace) &&
		       (whole || hd_aim_watch() != HD_WATCH_SOME || is_watched(number));

	non = 0;
	events = 0;
	hd_rt.run.watched = false;
	hd_rt.run.tells_stack_writes = hd_strategies[hd_rt.run.plan.strategy]->sees_spinning;
	hd_watch_accesses(false);
	budget = watches && !whole ? (int64_t)hd_watch_budget() : INT64_MAX;
	watch_from = watches && !whole && can_begin_in_middle() ? hd_watch_from() : 0;
	if (watches && !watch_from)
		begin_watching(false);
}

void hd_feed_run_end(void)
{
	hd_analysis_memory_look(&arena);
	if (hd_rt.run.watched)
		TELL(run_end);
	hd_rt.slot->watched_runs += events != 0;
	hd_rt.slot->watched_events += events;
	non = 0;
	hd_aim_iroots_run_end();
}

/* All that comes before the first thread is created is ordered before what comes after: it is part of no
 * race, no circle of locks, no idiom and no unit of critical sections. What functions did before matters to
 * other analyses (HD_CHECK_OPERATIONS). */
#define BEGIN_LATE                                                                                           \
	(HD_CHECK_race | HD_CHECK_lock_order | HD_CHECK_iroots | HD_CHECK_pair | HD_CHECK_atomic_set)

bool hd_feed_can_begin_late(void)
{
	return !(hd_rt.wire->checks & ~BEGIN_LATE) && !hd_foreign_count && !hd_unseen_count;
}

static void tell_held(const struct hd_thread *t)
{
	for (unsigned i = 0; i < t->nheld; i++)
		hd_feed_locked_slow(t, t->held[i].addr, t->held[i].kind == HD_RDLOCK);
}

static void tell_calls(const struct hd_thread *t)
{
	for (unsigned i = 0; i < t->depth && i < HD_CALLS_MAX; i++) {
		struct hd_call_event c = {
		    .pc = t->calls[i].code, .caller = t->calls[i].pc, .depth = i, .tid = t->id};

		TELL(call, &c);
	}
}

void hd_feed_begin_late(void)
{
	if (!hd_watched())
		return;
	tell_calls(hd_self());
	tell_held(hd_self());
}

/* The critical sections that are under way began before: a thread that one of them has created, or told of
 * itself, can be in no section of that lock before it is over. Which threads these are was not seen, so all
 * are taken for such. */
static void tell_sections(const struct hd_thread *t)
{
	tell_held(t);
	for (unsigned i = 0; t->nheld && i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && i != t->id)
			hd_order_pass(hd_run_order(), t->id, (hd_tid)i);
}

/* What orders two things that happen from now on happens from now on, too, but for critical sections. */
void hd_feed_look(void)
{
	if (!watch_from || hd_rt.run.accesses + hd_rt.run.steps < watch_from || hd_team())
		return;
	watch_from = 0;
	begin_watching(true);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE)
			tell_sections(&hd_threads[i]);
}

/* Accesses are not looked at any more. Races with accesses seen before can still be reported, and no false
 * ones are. */
static void end_of_accesses(void)
{
	hd_watch_accesses(false);
	hd_rt.run.watches_all = false;
	hd_look_at_accesses();
	TELL(stops);
}

/* Stop all analyses, so that incomplete data cannot cause a false report. */
static void end_of_watching(void)
{
	hd_rt.run.watched = false;
	end_of_accesses();
	TELL(run_end);
	non = 0;
}

/* The run has more steps, or it and those before it more of everything, than analyses look at. What an
 * attempt at an iRoot exposes counts however late it comes: the run that it repeats may have had far fewer
 * scheduling points. */
static bool enough(uint64_t size)
{
	uint64_t steps = hd_rt.run.steps - steps_before;
	bool full = hd_is_full(HD_FULL_WATCHED_STEPS, steps / (hd_aim_iroots_tries() ? LATE_ATTEMPT : 1));

	budget -= 1 + (int64_t)(size / LARGE);
	if (budget < 0) {
		hd_full(HD_FULL_WATCHED_SHARE);
		full = true;
	}
	if (full)
		end_of_watching();
	return full;
}

void hd_feed_step_slow(hd_tid t, const struct hd_op *op)
{
	events++;
	if (!enough(op->size))
		TELL(step, t, op);
}

/* ---- threads ---- */

void hd_feed_created_slow(const struct hd_thread *child)
{
	hd_order_created(hd_run_order(), self(), child->id);
	TELL(created, child->id);
	hd_threads[child->id].in_foreign = hd_foreign_or_unseen((uintptr_t)child->start);
}

void hd_feed_joined_slow(hd_tid dead)
{
	hd_order_joined(hd_run_order(), self(), dead);
	TELL(joined, dead);
}

/* ---- locks ---- */

static uint32_t taken_at(const struct hd_thread *t, uint64_t lock)
{
	for (unsigned i = t->nheld; i-- > 0;)
		if (t->held[i].addr == lock)
			return t->held[i].site;
	return HD_NO_SITE;
}

void hd_feed_locked_slow(const struct hd_thread *t, uint64_t lock, bool shared)
{
	struct hd_lock_event l = {
	    .lock = lock, .site = taken_at(t, lock), .tid = t->id, .shared = shared, .depth = t->depth};

	hd_order_locked(hd_run_order(), t->id, lock, shared);
	TELL(locked, &l);
}

void hd_feed_unlocked_slow(const struct hd_thread *t, uint64_t lock, bool shared)
{
	struct hd_lock_event l = {.lock = lock,
				  .tid = t->id,
				  .shared = shared,
				  .waits = t->op.kind == HD_COND_WAIT,
				  .depth = t->depth};

	TELL(unlocks, &l);
	hd_order_unlocked(hd_run_order(), t->id, lock, shared);
	TELL(unlocked, &l);
}

static unsigned list_held(const struct hd_thread *t, struct hd_held_lock *held)
{
	unsigned n = 0;

	for (; n < t->nheld && !hd_is_full(HD_FULL_LOCKS_HELD, n); n++)
		held[n] = (struct hd_held_lock){
		    .lock = t->held[n].addr, .site = t->held[n].site, .shared = t->held[n].kind == HD_RDLOCK};
	return n;
}

/* Semaphores that are used as locks keep threads apart as locks do. */
static unsigned list_semaphores(const struct hd_thread *t, struct hd_held_lock *held, unsigned n)
{
	const struct hd_semaphore_hold *h = NULL;

	while ((h = hd_semaphore_next(&semaphores, t->id, h)) && !hd_is_full(HD_FULL_LOCKS_HELD, n))
		if (h->exclusive)
			held[n++] = (struct hd_held_lock){.lock = h->addr, .site = h->site};
	return n;
}

void hd_feed_wants_slow(const struct hd_op *op)
{
	const struct hd_thread *t = hd_self();
	struct hd_held_lock held[HD_MAX_LOCKS_HELD];
	struct hd_lock_event l = {.lock = op->addr,
				  .site = op->site,
				  .tid = t->id,
				  .kind = op->kind,
				  .shared = op->kind == HD_RDLOCK,
				  .depth = t->depth,
				  .held = held};

	if (!t->nheld || !LISTENS(wants))
		return;
	l.nheld = list_semaphores(t, held, list_held(t, held));
	TELL(wants, &l);
}

void hd_feed_relock_slow(const struct hd_op *op)
{
	const struct hd_thread *t = hd_self();
	struct hd_held_lock held[HD_MAX_LOCKS_HELD];
	struct hd_lock_event l = {
	    .lock = op->addr, .site = op->site, .tid = t->id, .depth = t->depth, .held = held};

	if (!LISTENS(relocks))
		return;
	l.nheld = list_held(t, held);
	TELL(relocks, &l);
}

/* ---- semaphores ---- */

void hd_feed_sem_new_slow(uint64_t sem)
{
	hd_semaphore_new(&semaphores, sem);
}

void hd_feed_sem_taken_slow(uint64_t sem, uint32_t left)
{
	const struct hd_thread *t = hd_self();
	struct hd_lock_event l = {.lock = sem, .site = t->op.site, .tid = t->id, .depth = t->depth};

	l.shared = !hd_semaphore_take(&semaphores, t->id, sem, left, t->op.site);
	if (!hd_orders_nothing()) {
		hd_order_receive(hd_run_order(), t->id, sem);
		if (!l.shared)
			hd_order_locked(hd_run_order(), t->id, sem, false);
	}
	TELL(sem_taken, &l);
}

void hd_feed_sem_post_slow(uint64_t sem)
{
	const struct hd_thread *t = hd_self();
	enum hd_semaphore_give how = hd_semaphore_give(&semaphores, t->id, sem);
	struct hd_lock_event l = {
	    .lock = sem, .tid = t->id, .shared = how != HD_SEMAPHORE_UNLOCKED, .depth = t->depth};

	if (how == HD_SEMAPHORE_SIGNAL)
		TELL(sem_signal, sem);
	else
		TELL(sem_gives, &l);
	if (hd_orders_nothing())
		return;
	if (how == HD_SEMAPHORE_SIGNAL)
		hd_order_send(hd_run_order(), t->id, sem);
	else
		hd_order_give_back(hd_run_order(), t->id, sem);
	if (how == HD_SEMAPHORE_UNLOCKED)
		hd_order_unlocked(hd_run_order(), t->id, sem, false);
}

/* ---- memory ---- */

void hd_feed_new_memory_slow(uintptr_t addr, size_t size)
{
	hd_order_forget(hd_run_order(), addr, size);
	TELL(new_memory, addr, size);
}

/* The thread that runs is in the program's own code now. */
static struct hd_access access_here(uintptr_t addr, size_t size, bool write, bool atomic, uint32_t site)
{
	struct hd_thread *t = hd_self();

	hd_foreign_leave(t);
	hd_foreign_mixed(hd_unseen_count ? hd_site_address(site) : 0);
	return (struct hd_access){.addr = addr,
				  .size = size,
				  .site = site,
				  .tid = t->id,
				  .write = write,
				  .atomic = atomic,
				  .ignored = t->ignores_accesses};
}

static bool is_life_event(enum hd_event_kind kind)
{
	return kind == HD_INIT || kind == HD_DESTROY || kind == HD_CLOSE;
}

/* Of calls by a library that was not rebuilt it is not known what else orders them. */
void hd_feed_object_slow(const struct hd_op *op, size_t size)
{
	bool write = is_life_event((enum hd_event_kind)op->kind);
	struct hd_access a;

	if (hd_rt.run.nthreads < 2 || op->site == HD_NO_SITE ||
	    ((hd_foreign_count | hd_unseen_count) && hd_foreign_or_unseen(hd_site_address(op->site))))
		return;
	a = access_here(op->addr, write || size < 8 ? size : 8, write, !write, op->site);
	a.kind = op->kind;
	TELL(object, &a);
}

/* While there is only one thread, all that it did comes before what later threads do, so it is not told. */
void hd_feed_filled_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_access a;

	if (hd_rt.run.nthreads < 2 || site == HD_NO_SITE)
		return;
	a = access_here(addr, size, true, false, site);
	TELL(filled, &a);
}

void hd_feed_free_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_access a = access_here(addr, size, true, false, site);

	TELL(freed, &a);
}

void hd_feed_access_slow(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	struct hd_access a;

	if (accesses_left <= size / 8) { /* large ones count for more */
		hd_full(accesses_watched());
		end_of_accesses();
		return;
	}
	accesses_left -= 1 + (uint32_t)(size / 8);
	events++;
	if (enough(size) || hd_cxx_library_has(addr))
		return;
	a = access_here(addr, size, write, false, site);
	TELL(access, &a);
	if (!write)
		hd_foreign_read(hd_self(), addr, size);
}

void hd_feed_atomic_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, int memory_order,
			 uint32_t site)
{
	enum hd_memory_order o = (enum hd_memory_order)memory_order;
	struct hd_access a = access_here(addr, size, kind != HD_ATOMIC_LOAD, true, site);

	TELL(access, &a);
	TELL(atomic, &a);
	if (hd_orders_nothing())
		return;
	if (kind == HD_ATOMIC_LOAD)
		hd_order_load(hd_run_order(), self(), addr, o);
	else if (kind == HD_ATOMIC_STORE)
		hd_order_store(hd_run_order(), self(), addr, o);
	else
		hd_order_rmw(hd_run_order(), self(), addr, o);
}

/* ---- calls ---- */

bool hd_feed_call(struct hd_thread *t, uintptr_t caller, uintptr_t pc)
{
	bool from_foreign = (*hd_foreign_called | t->in_foreign) && hd_foreign_or_unseen(caller);
	struct hd_call_event c = {.pc = pc, .caller = caller, .depth = t->depth, .tid = t->id};

	hd_foreign_leave(t);
	hd_foreign_mixed(pc);
	TELL(call, &c);
	return from_foreign;
}

void hd_feed_return(struct hd_thread *t)
{
	hd_foreign_leave(t);
	TELL(back, t->id, t->depth);
	if (t->depth >= HD_CALLS_MAX)
		return;
	if (t->calls[t->depth].foreign)
		hd_foreign_entered_slow(t);
	hd_foreign_mixed(t->calls[t->depth].pc);
}
