/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/run_state.h"

#include "runtime/arch/arch.h"
#include "runtime/common/rt.h"
#include "runtime/state/debug_stop.h"
#include "runtime/state/hooks.h"
#include "runtime/state/pool.h"
#include "strategy/replay.h"
#include "strategy/taught.h"

static struct {
	void *sp; /* where the loop waits while a run is under way */
	const struct hd_strategy_ops *strategy;
	void *strategy_state;
	enum hd_outcome expected; /* replay: what the schedule led to when it was recorded */
} current;

void hd_run_set_strategy(unsigned strategy)
{
	current.strategy = hd_strategies[strategy];
	current.strategy_state = hd_rt.slot->strategy_state + hd_strategy_state_offset(strategy);
}

void hd_run_enter(void *sp)
{
	hd_arch_switch(&current.sp, sp);
}

/* A place for a debugger to stop: the program is about to fail, everything is still as it was. */
HD_EXPORT __attribute__((noinline)) void hd_failure_hook(void)
{
	hd_debug_stop(HD_DEBUG_FAILS);
	__asm__ volatile("" ::: "memory");
}

void hd_run_expect(enum hd_outcome outcome)
{
	current.expected = outcome;
}

const struct hd_strategy_ops *hd_run_strategy(void)
{
	return current.strategy;
}

void *hd_run_strategy_state(void)
{
	return current.strategy_state;
}

_Static_assert(sizeof(struct hd_taught) <= HD_TAUGHT_SIZE, "the wire has room for it");

struct hd_taught *hd_run_taught(void)
{
	return (struct hd_taught *)hd_rt.slot->taught;
}

void hd_run_born(hd_tid child, hd_tid parent)
{
	if (hd_rt.run.teaches)
		hd_taught_born(hd_run_taught(), child, parent);
	if (current.strategy->born)
		current.strategy->born(current.strategy_state, child, parent, &hd_rt.run.rng);
}

/* ---- ends of a run, on a fiber ---- */

void hd_run_end(void)
{
	if (current.expected == HD_OUT_CLIENT) /* the client found the failure, so stop for a debugger here */
		hd_failure_hook();
	hd_live.active = hd_live.looks = false;
	hd_hooks.run_leaves();
	hd_arch_set_tls(hd_slots[0].fs);
	hd_arch_jump(current.sp);
}

void hd_run_pause(void)
{
	struct hd_thread *self = hd_rt.run.self;
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	if (sp < self->min_sp)
		self->min_sp = sp;
	hd_live.active = hd_live.looks = false;
	hd_arch_set_tls(hd_slots[0].fs);
	hd_arch_switch(&self->sp, current.sp);
}

void hd_run_passed(void)
{
	hd_rt.slot->failure.outcome = HD_OUT_PASSED;
	hd_run_end();
}

void hd_run_grow(void)
{
	hd_rt.slot->failure.outcome = HD_OUT_GROW;
	hd_run_end();
}

void hd_run_in_fork(void)
{
	hd_rt.run.wants_fork = true;
	hd_run_grow();
}

void hd_run_cut(void)
{
	hd_rt.slot->failure.outcome = HD_OUT_CUT;
	hd_run_end();
}

void hd_run_stopped(void)
{
	hd_rt.slot->failure.outcome = HD_OUT_STOPPED;
	hd_run_end();
}

/* The replay has followed all steps of its schedule: after them come operations that were only announced when
 * the recorded run ended. Interruptions of spinning threads at the end of the schedule do not matter. */
bool hd_run_script_is_over(void)
{
	const struct hd_wire_worker *w = hd_rt.slot;
	uint64_t at = hd_replay_position(current.strategy_state);

	while (at < w->nreplay && w->replay[at].kind == HD_SPIN)
		at++;
	return at >= w->nreplay || w->replay[at].note & HD_NOTE_PENDING;
}

bool hd_run_ought_to_end(enum hd_outcome outcome)
{
	return current.expected == outcome && hd_run_script_is_over();
}
