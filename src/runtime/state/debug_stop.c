/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/debug_stop.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The controller has a breakpoint here. */
static __attribute__((noinline)) void debugger_stops_here(void)
{
	__asm__ volatile("" ::: "memory");
}

void hd_debug_prepare(void (*describe)(void))
{
	struct hd_wire_debug *d = &hd_rt.slot->debug;

	d->why = HD_DEBUG_NOWHERE;
	d->at = d->step = 0;
	d->next = HD_NO_TID;
	d->stop_function = (uintptr_t)debugger_stops_here;
	d->current_address = (uintptr_t)&hd_rt.run.current;
	d->describe_function = (uintptr_t)describe;
	if (d->on)
		hd_syscall(SYS_tgkill, getpid(), hd_syscall(SYS_gettid), SIGTRAP);
}

void hd_debug_stop(enum hd_debug_why why)
{
	struct hd_wire_debug *d = &hd_rt.slot->debug;

	if (!d->on)
		return;
	d->why = why;
	debugger_stops_here();
}

void hd_debug_decision(hd_tid next)
{
	struct hd_wire_debug *d = &hd_rt.slot->debug;

	if (!d->on)
		return;
	d->at = atomic_load_explicit(&hd_rt.slot->nschedule, memory_order_relaxed);
	d->step = hd_rt.run.steps;
	d->next = next;
	if (d->at >= d->stop_at)
		hd_debug_stop(HD_DEBUG_STEP);
}
