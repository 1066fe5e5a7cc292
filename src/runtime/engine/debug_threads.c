/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/debug_threads.h"

#include "runtime/arch/arch.h"
#include "runtime/common/rt.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/run.h"
#include "runtime/state/thread_table.h"

static void fill_context(const struct hd_thread *t, struct hd_wire_context *c)
{
	struct hd_saved_registers saved;

	c->alive = t->life == HD_LIFE_ALIVE && hd_is_here(t);
	c->begun = t->op.kind != HD_START;
	c->fs = t->fs;
	c->start = (uintptr_t)t->start;
	c->args[0] = (uintptr_t)t->arg;
	if (!t->id)
		hd_run_main_call(&c->start, c->args);
	if (!c->alive || !t->sp)
		return;
	saved = hd_arch_saved_registers(t->sp);
	c->pc = saved.pc;
	c->sp = saved.sp;
	c->bp = saved.bp;
	c->bx = saved.bx;
	c->r12 = saved.r12;
	c->r13 = saved.r13;
	c->r14 = saved.r14;
	c->r15 = saved.r15;
}

void hd_debug_describe_threads(void)
{
	struct hd_wire_debug *d = &hd_rt.slot->debug;

	d->nthreads = 0;
	if (!hd_rt.run.self)
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		fill_context(&hd_threads[i], &d->contexts[i]);
	hd_failure_describe_threads();
	d->nthreads = hd_rt.run.nthreads;
}
