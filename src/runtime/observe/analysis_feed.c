/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/analysis_feed.h"

#include "analysis/lockorder.h"
#include "runtime/common/full.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/observe/foreign.h"
#include "runtime/observe/watching.h"

static hd_tid self(void)
{
	return hd_rt.run.current;
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

		HD_TELL(call, &c);
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
	if (!hd_watching_begins_now())
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE)
			tell_sections(&hd_threads[i]);
}

void hd_feed_step_slow(hd_tid t, const struct hd_op *op)
{
	hd_watching_event();
	if (!hd_watching_enough(op->size))
		HD_TELL(step, t, op);
}

/* ---- threads ---- */

void hd_feed_created_slow(const struct hd_thread *child)
{
	hd_order_created(hd_run_order(), self(), child->id);
	HD_TELL(created, child->id);
	hd_threads[child->id].in_foreign = hd_foreign_or_unseen((uintptr_t)child->start);
}

void hd_feed_joined_slow(hd_tid dead)
{
	hd_order_joined(hd_run_order(), self(), dead);
	HD_TELL(joined, dead);
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
	HD_TELL(locked, &l);
}

void hd_feed_unlocked_slow(const struct hd_thread *t, uint64_t lock, bool shared)
{
	struct hd_lock_event l = {.lock = lock,
				  .tid = t->id,
				  .shared = shared,
				  .waits = t->op.kind == HD_COND_WAIT,
				  .depth = t->depth};

	HD_TELL(unlocks, &l);
	hd_order_unlocked(hd_run_order(), t->id, lock, shared);
	HD_TELL(unlocked, &l);
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

	while ((h = hd_semaphore_next(&hd_semaphores_watched, t->id, h)) &&
	       !hd_is_full(HD_FULL_LOCKS_HELD, n))
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

	if (!t->nheld || !HD_LISTENS(wants))
		return;
	l.nheld = list_semaphores(t, held, list_held(t, held));
	HD_TELL(wants, &l);
}

void hd_feed_relock_slow(const struct hd_op *op)
{
	const struct hd_thread *t = hd_self();
	struct hd_held_lock held[HD_MAX_LOCKS_HELD];
	struct hd_lock_event l = {
	    .lock = op->addr, .site = op->site, .tid = t->id, .depth = t->depth, .held = held};

	if (!HD_LISTENS(relocks))
		return;
	l.nheld = list_held(t, held);
	HD_TELL(relocks, &l);
}

/* ---- semaphores ---- */

void hd_feed_sem_new_slow(uint64_t sem)
{
	hd_semaphore_new(&hd_semaphores_watched, sem);
}

void hd_feed_sem_taken_slow(uint64_t sem, uint32_t left)
{
	const struct hd_thread *t = hd_self();
	struct hd_lock_event l = {.lock = sem, .site = t->op.site, .tid = t->id, .depth = t->depth};

	l.shared = !hd_semaphore_take(&hd_semaphores_watched, t->id, sem, left, t->op.site);
	if (!hd_orders_nothing()) {
		hd_order_receive(hd_run_order(), t->id, sem);
		if (!l.shared)
			hd_order_locked(hd_run_order(), t->id, sem, false);
	}
	HD_TELL(sem_taken, &l);
}

void hd_feed_sem_post_slow(uint64_t sem)
{
	const struct hd_thread *t = hd_self();
	enum hd_semaphore_give how = hd_semaphore_give(&hd_semaphores_watched, t->id, sem);
	struct hd_lock_event l = {
	    .lock = sem, .tid = t->id, .shared = how != HD_SEMAPHORE_UNLOCKED, .depth = t->depth};

	if (how == HD_SEMAPHORE_SIGNAL)
		HD_TELL(sem_signal, sem);
	else
		HD_TELL(sem_gives, &l);
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
	HD_TELL(new_memory, addr, size);
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
	HD_TELL(object, &a);
}

/* While there is only one thread, all that it did comes before what later threads do, so it is not told. */
void hd_feed_filled_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_access a;

	if (hd_rt.run.nthreads < 2 || site == HD_NO_SITE)
		return;
	a = access_here(addr, size, true, false, site);
	HD_TELL(filled, &a);
}

void hd_feed_free_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_access a = access_here(addr, size, true, false, site);

	a.kind = HD_FREE;
	HD_TELL(freed, &a);
}

void hd_feed_access_slow(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	struct hd_access a;

	if (!hd_watching_access(size) || hd_cxx_library_has(addr))
		return;
	a = access_here(addr, size, write, false, site);
	HD_TELL(access, &a);
	if (!write)
		hd_foreign_read(hd_self(), addr, size);
}

void hd_feed_atomic_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, int memory_order,
			 uint32_t site)
{
	enum hd_memory_order o = (enum hd_memory_order)memory_order;
	struct hd_access a = access_here(addr, size, kind != HD_ATOMIC_LOAD, true, site);

	HD_TELL(access, &a);
	HD_TELL(atomic, &a);
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
	HD_TELL(call, &c);
	return from_foreign;
}

void hd_feed_return(struct hd_thread *t)
{
	hd_foreign_leave(t);
	HD_TELL(back, t->id, t->depth);
	if (t->depth >= HD_CALLS_MAX)
		return;
	if (t->calls[t->depth].foreign)
		hd_foreign_entered_slow(t);
	hd_foreign_mixed(t->calls[t->depth].pc);
}
