/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs that meet: one thread does its operation while another one is about to do one on the same memory or
 * object, and either could have been first. They are what `heddle static` lists without a run
 * (docs/static.md), and what its list is compared with. The thread that waits for a condition stands for its
 * whole wait: it meets the signal that ends it, and then those who contend for its mutex. */
#include "analysis/analysis.h"
#include "runtime/common/rt.h"
#include "runtime/common/team.h"
#include "runtime/engine/threads.h"

struct pair_watch {
	const struct hd_analysis_env *env;
};

static void pair_init(void *state, const struct hd_analysis_env *env)
{
	((struct pair_watch *)state)->env = env;
}

static bool takes_lock(unsigned kind)
{
	return kind == HD_LOCK || kind == HD_TRYLOCK || kind == HD_SPINLOCK || kind == HD_WRLOCK ||
	       kind == HD_RDLOCK || kind == HD_RELOCK;
}

static bool sets_up(unsigned kind)
{
	return kind == HD_INIT || kind == HD_DESTROY;
}

static bool is_wait_and_end(unsigned wait, unsigned end)
{
	return (wait == HD_COND_SLEEP && (end == HD_SIGNAL || end == HD_BROADCAST)) ||
	       (wait == HD_SEM_WAIT && end == HD_SEM_POST);
}

/* The order of these two operations on one object matters. */
static bool kinds_form_pair(unsigned a, unsigned b)
{
	unsigned flags = hd_event_flags[a] & hd_event_flags[b];

	if (flags & HD_F_ACCESS)
		return (hd_event_flags[a] | hd_event_flags[b]) & HD_F_WRITE;
	if (!(flags & HD_F_SYNC))
		return false;
	if (takes_lock(a) && takes_lock(b))
		return a != HD_RDLOCK || b != HD_RDLOCK;
	if (sets_up(a) || sets_up(b))
		return true;
	if (a == b)
		return a == HD_SEM_WAIT || a == HD_BARRIER || a == HD_ONCE;
	return is_wait_and_end(a, b) || is_wait_and_end(b, a);
}

/* The other thread could do its operation now, or waits for the one that is done. */
static bool could_be_first(const struct hd_thread *t, unsigned done)
{
	return !t->can || t->can(t) || is_wait_and_end(t->op.kind, done);
}

static struct hd_found_place place_of(const struct pair_watch *w, hd_tid t, const struct hd_op *op)
{
	bool access = hd_event_flags[op->kind] & HD_F_ACCESS;

	return (struct hd_found_place){
	    .access = {.addr = op->addr,
		       .size = op->size,
		       .site = op->site,
		       .tid = t,
		       .kind =
			   access ? HD_NONE : (uint8_t)(op->kind == HD_COND_SLEEP ? HD_COND_WAIT : op->kind),
		       .write = hd_event_flags[op->kind] & HD_F_WRITE,
		       .atomic = hd_event_flags[op->kind] & HD_F_ATOMIC},
	    .call_stack = w->env->call_stack(t),
	    .locks = w->env->locks(t)};
}

static void pair_step(void *state, hd_tid t, const struct hd_op *op)
{
	struct pair_watch *w = state;

	for (unsigned u = 0; u < hd_rt.run.nthreads; u++) {
		const struct hd_thread *other = &hd_threads[u];
		struct hd_found_place places[2];

		if (u == t || !hd_is_alive_here(other) || !hd_is_here(&hd_threads[t]) ||
		    !hd_ops_conflict(op, &other->op) || !kinds_form_pair(op->kind, other->op.kind) ||
		    !could_be_first(other, op->kind))
			continue;
		places[0] = place_of(w, t, op);
		places[1] = place_of(w, (hd_tid)u, &other->op);
		w->env->found(HD_ANALYSIS_pair, places, 2);
	}
}

const struct hd_analysis_ops hd_analysis_pair = {
    .size = sizeof(struct pair_watch),
    .init = pair_init,
    .step = pair_step,
};
