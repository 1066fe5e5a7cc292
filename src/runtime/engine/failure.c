/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/failure.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/common/full.h"
#include "runtime/common/team_memory.h"
#include "runtime/state/hooks.h"
#include "runtime/state/run_record.h"
#include "runtime/memory/shared_memory.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"
#include "runtime/state/run_state.h"
#include "runtime/state/spinning.h"
#include "runtime/state/stack_frame.h"
#include "runtime/state/thread_table.h"

#define GUARD (64UL << 10) /* an access this close below a stack is an overflow of that stack */

static enum hd_thread_state state_of(const struct hd_thread *t)
{
	if (t->life == HD_LIFE_DEAD)
		return HD_THREAD_EXITED;
	if (t->id == hd_rt.run.current && hd_live.active && t->ready)
		return HD_THREAD_RUNNING;
	if (!t->ready)
		return HD_THREAD_BLOCKED;
	return hd_spins(t) ? HD_THREAD_SPINNING : HD_THREAD_READY;
}

/* A thread that waits or fails may do so in a library, which the program's innermost function has called. */
static void fill_stack(const struct hd_wire_failure *f, const struct hd_thread *t, struct hd_wire_thread *w)
{
	uint32_t depth = t->depth < HD_CALLS_MAX ? t->depth : HD_CALLS_MAX;
	uint32_t call = w->state == HD_THREAD_BLOCKED ? hd_stack_library_call(t, t->op.site)
			: f->tid == t->id	      ? hd_stack_library_call(t, f->site)
						      : HD_NO_SITE;

	if (call != HD_NO_SITE)
		w->stack[w->nstack++] = call;
	while (depth-- > 0 && w->nstack < HD_THREAD_STACK_MAX)
		w->stack[w->nstack++] = hd_site_of(t->calls[depth].pc);
}

static void fill_held(const struct hd_thread *t, struct hd_wire_thread *w)
{
	for (unsigned i = 0; i < t->nheld && w->nheld < HD_HELD_MAX; i++) {
		struct hd_wire_held *h = &w->held[w->nheld++];

		h->site = t->held[i].site;
		h->kind = t->held[i].kind;
		hd_place_of(t->held[i].addr, &h->place);
	}
}

static hd_tid owner_of(const struct hd_thread *t)
{
	struct hd_thread *joined;

	if (t->op.kind != HD_JOIN)
		return hd_hooks.object_owner(&t->op);
	joined = hd_thread_by_handle(t->op.addr);
	return joined ? joined->id : HD_NO_TID;
}

static void fill_owner(const struct hd_thread *t, struct hd_wire_thread *w)
{
	const struct hd_thread *owner;

	w->owner = w->state == HD_THREAD_BLOCKED && hd_can_tell(t) ? owner_of(t) : HD_NO_TID;
	owner = hd_thread_by_id(w->owner);
	for (unsigned i = 0; owner && i < owner->nheld; i++)
		if (owner->held[i].addr == t->op.addr)
			w->owner_site = owner->held[i].site;
}

static bool is_first_of_child(const struct hd_thread *t)
{
	return t->parent != HD_NO_TID && hd_threads[t->parent].process != t->process;
}

static void fill_thread(const struct hd_wire_failure *f, const struct hd_thread *t, struct hd_wire_thread *w)
{
	memset(w, 0, sizeof *w);
	w->tid = t->id;
	w->state = (uint8_t)state_of(t);
	memcpy(w->name, t->name, sizeof w->name);
	if (!t->name[0] && is_first_of_child(t))
		hd_format(w->name, sizeof w->name, "process %u", t->process);
	w->op = t->op;
	if (t->op.kind != HD_JOIN)
		hd_place_of(t->op.addr, &w->place);
	fill_owner(t, w);
	fill_held(t, w);
	fill_stack(f, t, w);
}

/* Describe the threads that are alive first, then those that have ended, as far as there is room. */
static void fill_threads(struct hd_wire_failure *f)
{
	f->nthreads = 0;
	f->total_threads = hd_rt.run.nthreads;
	for (int life = HD_LIFE_ALIVE; life <= HD_LIFE_DEAD; life++)
		for (unsigned i = 0; i < hd_rt.run.nthreads && f->nthreads < HD_FAILURE_THREADS; i++)
			if (hd_threads[i].life == life)
				fill_thread(f, &hd_threads[i], &f->threads[f->nthreads++]);
}

void hd_failure_describe_threads(void)
{
	fill_threads(&hd_rt.slot->failure);
}

static struct hd_wire_failure *begin(enum hd_outcome outcome, hd_tid tid, uint32_t site, uint64_t addr,
				     int code)
{
	struct hd_wire_failure *f = &hd_rt.slot->failure;

	hd_failure_hook();
	f->outcome = outcome;
	f->tid = tid;
	f->site = site;
	f->code = code;
	f->message[0] = 0;
	hd_place_of(addr, &f->place);
	fill_threads(f);
	return f;
}

void hd_fail(enum hd_outcome outcome, uint32_t site, uint64_t addr, const char *fmt, ...)
{
	struct hd_wire_failure *f = begin(outcome, hd_rt.run.current, site, addr, 0);
	va_list ap;

	va_start(ap, fmt);
	hd_vformat(f->message, sizeof f->message, fmt, ap);
	va_end(ap);
	hd_run_end();
}

void hd_unsupported(uint32_t site, const char *fmt, ...)
{
	struct hd_wire_failure *f = begin(HD_OUT_UNSUPPORTED, hd_rt.run.current, site, 0, 0);
	va_list ap;

	va_start(ap, fmt);
	hd_vformat(f->message, sizeof f->message, fmt, ap);
	va_end(ap);
	hd_run_end();
}

void hd_no_room(enum hd_capacity table, uint32_t site)
{
	const char *sentence = "the program has more than %u %s";

	if (!hd_active())
		hd_refuse(sentence, hd_rt.wire->most[table], hd_capacities[table].what);
	hd_unsupported(site, sentence, hd_rt.wire->most[table], hd_capacities[table].what);
}

void hd_room_for(enum hd_capacity table, uint64_t used, uint32_t site)
{
	if (hd_is_full(table, used))
		hd_no_room(table, site);
}

void hd_run_exit(int status, uint32_t site)
{
	struct hd_wire_failure *f;

	if (hd_process)
		hd_hooks.team_leaves(CLD_EXITED, status & 0xff);
	if ((status & 0xff) == (int)hd_rt.wire->expect_exit) {
		if (hd_team_has_others())
			hd_hooks.team_leaves(CLD_EXITED, status & 0xff);
		hd_run_passed();
	}
	f = begin(HD_OUT_EXIT, hd_rt.run.current, site, 0, status & 0xff);
	hd_format(f->message, sizeof f->message, "the program ended with exit status %d", status & 0xff);
	hd_run_end();
}

void hd_taint(unsigned taint)
{
	hd_rt.run.taint |= 1u << taint;
}

/* A thread that waits for a condvar which was signalled while no thread waited: its wakeup is lost. */
static const struct hd_thread *lost_waiter(uint32_t *signal_site)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && t->op.kind == HD_COND_SLEEP && hd_can_tell(t) &&
		    hd_hooks.lost_signal(t->op.addr, signal_site))
			return t;
	}
	return NULL;
}

static bool all_wait_for_wakeups(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && t->op.kind != HD_COND_SLEEP && t->op.kind != HD_JOIN &&
		    !(hd_team() && t->op.kind == HD_WAIT_CHILD))
			return false;
	}
	return true;
}

/* A lock in memory that a child shares may be held, or be let go, by the child. */
static void refuse_shared_objects(void)
{
	if (!(hd_rt.run.taint & 1u << HD_TAINT_FORKED) || hd_team())
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && hd_event_flags[t->op.kind] & HD_F_SYNC &&
		    t->op.kind != HD_JOIN && hd_memory_is_shared(t->op.addr))
			hd_unsupported(
			    t->op.site,
			    "thread %u waits (%s) for something in memory that it shares with another "
			    "process, which Heddle does not control",
			    t->id, hd_event_text[t->op.kind]);
	}
}

void hd_failure_deadlock(void)
{
	uint32_t signal_site = HD_NO_SITE;
	const struct hd_thread *waiter = all_wait_for_wakeups() ? lost_waiter(&signal_site) : NULL;
	struct hd_wire_failure *f;

	refuse_shared_objects();
	if (waiter) {
		f = begin(HD_OUT_LOST_WAKEUP, waiter->id, signal_site, waiter->op.addr, 0);
		hd_format(f->message, sizeof f->message,
			  "thread %u waits for a wakeup that came before it waited", waiter->id);
	} else {
		f = begin(HD_OUT_DEADLOCK, HD_NO_TID, HD_NO_SITE, 0, 0);
		hd_format(f->message, sizeof f->message, "none of the %u threads alive can ever run again",
			  hd_rt.run.nlive);
	}
	hd_run_end();
}

void hd_failure_livelock(void)
{
	struct hd_wire_failure *f = begin(HD_OUT_LIVELOCK, HD_NO_TID, hd_rt.run.self->op.site, 0, 0);

	hd_format(f->message, sizeof f->message,
		  "the threads that can run only spin: nothing has changed for a long time");
	hd_run_end();
}

/* Nothing orders what two threads are about to do. */
static bool race_with(const struct hd_thread *a, const struct hd_thread *b)
{
	unsigned flags = hd_event_flags[a->op.kind] & hd_event_flags[b->op.kind];

	return b->life == HD_LIFE_ALIVE && flags & HD_F_ACCESS && !(flags & HD_F_ATOMIC) &&
	       hd_ops_conflict(&a->op, &b->op);
}

void hd_failure_race(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		for (unsigned k = i + 1; hd_threads[i].life == HD_LIFE_ALIVE && k < hd_rt.run.nthreads; k++) {
			const struct hd_thread *a = &hd_threads[i], *b = &hd_threads[k];
			struct hd_wire_failure *f;

			if (!race_with(a, b))
				continue;
			f = begin(HD_OUT_RACE, a->id, a->op.site, a->op.addr, 0);
			hd_format(f->message, sizeof f->message,
				  "threads %u and %u access the same memory at the same time", a->id, b->id);
			hd_run_end();
		}
}

void hd_failure_hang(const char *fmt, ...)
{
	struct hd_wire_failure *f = begin(HD_OUT_HANG, hd_rt.run.current, hd_rt.run.self->op.site, 0, 0);
	va_list ap;

	va_start(ap, fmt);
	hd_vformat(f->message, sizeof f->message, fmt, ap);
	va_end(ap);
	hd_run_end();
}

/* The site of an address that may be anywhere; the loader must not be asked, its locks may be taken. */
static uint32_t site_at(uintptr_t pc)
{
	return hd_module_of(pc) ? hd_site_of(pc + 1) : HD_NO_SITE;
}

void hd_failure_overdue(uintptr_t pc)
{
	hd_failure_overdue_at(site_at(pc));
}

void hd_failure_overdue_at(uint32_t site)
{
	struct hd_wire_failure *f = begin(HD_OUT_HANG, hd_rt.run.current, site, 0, 0);

	hd_format(f->message, sizeof f->message,
		  "the run did not end within its time (--timeout gives it more)");
	hd_run_end();
}

static const char *signal_text(int signal)
{
	switch (signal) {
	case SIGSEGV:
		return "SIGSEGV: invalid memory access";
	case SIGBUS:
		return "SIGBUS: access beyond the end of a mapping";
	case SIGFPE:
		return "SIGFPE: division by zero or overflow";
	case SIGILL:
		return "SIGILL: invalid instruction";
	case SIGABRT:
		return "SIGABRT: aborted";
	case SIGTRAP:
		return "SIGTRAP: trap";
	case SIGSYS:
		return "SIGSYS: invalid system call";
	case SIGKILL:
		return "SIGKILL: killed, perhaps for lack of memory";
	default:
		return NULL;
	}
}

static void describe_signal(char *out, unsigned size, int signal)
{
	const char *text = signal_text(signal);

	if (text)
		hd_format(out, size, "%s", text);
	else
		hd_format(out, size, "killed by signal %d", signal);
}

void hd_failure_signal(int signal, uintptr_t pc, uint64_t addr)
{
	const struct hd_thread *t = hd_rt.run.self;
	uint64_t lo = (uintptr_t)t->stack_lo;
	bool overflow = (signal == SIGSEGV || signal == SIGBUS) && addr < lo && lo - addr <= GUARD;
	enum hd_outcome outcome = signal == SIGABRT ? HD_OUT_ABORT : HD_OUT_CRASH;
	struct hd_wire_failure *f = begin(outcome, t->id, site_at(pc), 0, signal);
	char text[80];

	describe_signal(text, sizeof text, signal);
	if (overflow)
		hd_format(f->message, sizeof f->message, "stack overflow in thread %u (SIGSEGV)", t->id);
	else if (signal == SIGSEGV || signal == SIGBUS)
		hd_format(f->message, sizeof f->message, "%s at address 0x%lx in thread %u", text, addr,
			  t->id);
	else
		hd_format(f->message, sizeof f->message, "%s in thread %u", text, t->id);
	hd_run_end();
}

static _Noreturn void fail_killed(int signal, uint32_t site)
{
	enum hd_outcome outcome = signal == SIGABRT ? HD_OUT_ABORT : HD_OUT_CRASH;
	struct hd_wire_failure *f = begin(outcome, hd_rt.run.current, site, 0, signal);

	describe_signal(f->message, sizeof f->message, signal);
	hd_run_end();
}

void hd_failure_killed(int signal, uint32_t site)
{
	if (hd_process)
		hd_hooks.team_killed(signal); /* as natively: that is for its parent to judge */
	fail_killed(signal, site);
}

void hd_failure_death(int signal, int status)
{
	struct hd_wire_failure *f = &hd_rt.slot->failure;

	f->outcome = signal ? HD_OUT_CRASH : HD_OUT_EXIT;
	f->code = signal ? signal : status;
	f->tid = HD_NO_TID;
	f->site = HD_NO_SITE;
	f->nthreads = f->total_threads = 0;
	memset(&f->place, 0, sizeof f->place);
	if (signal)
		describe_signal(f->message, sizeof f->message, signal);
	else
		hd_format(f->message, sizeof f->message, "the process ended by itself with exit status %d",
			  status);
}
