/* SPDX-License-Identifier: Apache-2.0
 *
 * Fibers of the program's own, which a thread switches between by swapcontext() or instructions of its own,
 * as <sanitizer/tsan_interface.h> lets the program tell of them. What a fiber did on one thread happens
 * before what it does on another one to which it moved, and each fiber has a call stack of its own. Fibers
 * that take turns on one thread count as that thread: no race among them is told, whether a switch is said to
 * synchronise or not. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/common/full.h"
#include "runtime/arch/memory.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

struct fiber {
	uint32_t run; /* hd_rt.run.epoch; what an earlier run left is not in use */
	uint32_t depth;
	struct hd_call *calls; /* while it does not run */
};

static struct fiber fibers[HD_MAX_FIBERS];	/* that the program made */
static struct fiber of_threads[HD_MAX_THREADS]; /* those in which threads begin */
static struct {
	uint32_t run;
	struct fiber *fiber;
} current[HD_MAX_THREADS];
static char fiber_outside; /* stands for any fiber when no run is under way */

static bool is_used(const struct fiber *f)
{
	return f->run == hd_rt.run.epoch;
}

static struct fiber *fiber_begin(struct fiber *f)
{
	f->run = hd_rt.run.epoch;
	f->depth = 0;
	return f;
}

static struct fiber *fiber_of_thread(const struct hd_thread *t)
{
	if (current[t->id].run != hd_rt.run.epoch) {
		current[t->id].run = hd_rt.run.epoch;
		current[t->id].fiber = fiber_begin(&of_threads[t->id]);
	}
	return current[t->id].fiber;
}

static uint32_t known_depth(uint32_t depth)
{
	return depth < HD_CALLS_MAX ? depth : HD_CALLS_MAX;
}

static void save_calls(struct fiber *f, const struct hd_thread *t)
{
	if (!f->calls)
		f->calls = hd_own_alloc(sizeof *f->calls * HD_CALLS_MAX);
	f->depth = t->depth;
	memcpy(f->calls, t->calls, sizeof *f->calls * known_depth(t->depth));
}

static void restore_calls(const struct fiber *f, struct hd_thread *t)
{
	t->depth = f->depth;
	if (f->depth)
		memcpy(t->calls, f->calls, sizeof *f->calls * known_depth(f->depth));
}

HD_EXPORT void *__tsan_get_current_fiber(void)
{
	return hd_active() ? (void *)fiber_of_thread(hd_self()) : &fiber_outside;
}

/* What the creating thread has done so far happens before what the new fiber does. */
HD_EXPORT void *__tsan_create_fiber(unsigned flags)
{
	struct fiber *f = fibers;

	(void)flags;
	if (!hd_active())
		return &fiber_outside;
	while (is_used(f) && !hd_is_full(HD_FULL_FIBERS, (uint64_t)(f - fibers) + 1))
		f++;
	hd_feed_send(f);
	return fiber_begin(f);
}

HD_EXPORT void __tsan_destroy_fiber(void *fiber)
{
	struct fiber *f = fiber;

	if (hd_active() && fiber != &fiber_outside)
		f->run = 0;
}

HD_EXPORT void __tsan_switch_to_fiber(void *fiber, unsigned flags)
{
	struct fiber *to = fiber, *from;
	struct hd_thread *t;

	(void)flags;
	if (!hd_active() || fiber == &fiber_outside)
		return;
	t = hd_self();
	from = fiber_of_thread(t);
	if (to == from)
		return;
	save_calls(from, t);
	hd_feed_send(from);
	hd_feed_receive(to);
	restore_calls(to, t);
	current[t->id].fiber = to;
}

HD_EXPORT void __tsan_set_fiber_name(void *fiber, const char *name)
{
	(void)fiber, (void)name;
}
