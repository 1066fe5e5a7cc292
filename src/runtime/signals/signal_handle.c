/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signal_handle.h"

#include <errno.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/arch/arch.h"
#include "runtime/arch/registers.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/site.h"
#include "runtime/engine/early_end.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/outside.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_pending.h"

#define DELAY_MAX                                                                                            \
	4 /* operations that a thread may do before it takes what is due: processors are not slower */
#define HANDLED_MAX 64 /* in a row: a busy sender must not keep a thread for ever */
#define RESET_NEVER (HD_SIGBIT(SIGILL) | HD_SIGBIT(SIGTRAP))
#define STOPPING    (HD_SIGBIT(SIGSTOP) | HD_SIGBIT(SIGTSTP) | HD_SIGBIT(SIGTTIN) | HD_SIGBIT(SIGTTOU))

/* ---- where ---- */

static bool is_libc(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	return !strncmp(name, "libc.so", 7) || !strncmp(name, "ld-linux", 8);
}

bool hd_signals_possible(const struct hd_thread *t)
{
	const struct hd_wire_site *site = &hd_rt.wire->sites[t->op.site];

	if (t->op.kind == HD_SPIN) /* it may be anywhere, and elsewhere in a replay */
		return false;
	return t->op.site == HD_NO_SITE || !is_libc(hd_rt.wire->modules[site->module].path);
}

/* The schedule chooses whether the signal comes at this operation or at a later one. After an operation that
 * enters the kernel there is no choice: a thread that returns from the kernel takes what is due. */
static bool comes_now(struct hd_thread *t)
{
	bool now = t->signal_delay >= DELAY_MAX || !hd_sched_value(2);

	if (now) {
		t->signal_delay = 0;
		hd_record_interrupted();
	} else if (hd_event_flags[t->op.kind] & HD_F_KERNEL) {
		t->signal_delay = DELAY_MAX;
	} else if (++t->signal_delay == DELAY_MAX) {
		hd_gap(HD_GAP_BIT(SIGNAL));
	}
	return now;
}

bool hd_signals_restart(void)
{
	return hd_self()->signal_restart;
}

/* ---- frames ---- */

/* A handler that is under way, on the stack of its thread. It keeps the state of the thread that the handler
 * may change, for the code that the handler interrupts. */
struct hd_frame {
	struct hd_frame *outer;
	struct hd_wait *wait; /* goes on when the handler returns; NULL: nothing was waited for */
	struct hd_look *look;
	struct hd_call *calls;
	uint32_t depth;
	uintptr_t min_sp;
	uint64_t cond_mutex;
	struct hd_op op;
	uint16_t accessor;
	bool signalled;
};

struct hd_wait *hd_interrupted_wait(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind)
{
	for (const struct hd_frame *f = t->frame; f; f = f->outer)
		if (f->wait && f->wait->op.addr == addr && f->wait->op.kind == kind &&
		    !(f->wait->flags & HD_WAIT_SIGNAL))
			return f->wait;
	return NULL;
}

static void enter_frame(struct hd_thread *t, struct hd_frame *f, struct hd_wait *wait)
{
	*f = (struct hd_frame){.outer = t->frame,
			       .wait = wait,
			       .look = t->look,
			       .calls = t->calls,
			       .depth = t->depth,
			       .min_sp = t->min_sp,
			       .cond_mutex = t->cond_mutex,
			       .op = t->op,
			       .signalled = t->signalled,
			       .accessor = t->accessor};
	t->frame = f;
	t->look = NULL;
	t->accessor = hd_rt.run.accessor = (uint16_t)(t->id + HD_MAX_THREADS);
	hd_ready.ninterrupted += wait != NULL;
}

static void leave_frame(struct hd_thread *t)
{
	const struct hd_frame *f = t->frame;

	HD_ASSERT(f, "thread %u leaves a signal handler that it has not entered", t->id);
	hd_ready.ninterrupted -= f->wait != NULL;
	t->frame = f->outer;
	t->look = f->look;
	t->calls = f->calls;
	t->depth = f->depth;
	t->cond_mutex = f->cond_mutex;
	t->signalled = f->signalled;
	t->op = f->op;
	t->accessor = hd_rt.run.accessor = f->accessor;
}

static bool on_altstack(const struct hd_thread *t, uintptr_t sp)
{
	return t->altstack && sp - (uintptr_t)t->altstack < t->altstack_size;
}

/* The innermost handler is over without having returned, and so is what it interrupted. */
static void abandon_frame(struct hd_thread *t)
{
	leave_frame(t);
	if (t->look)
		hd_outside_abandon(t->look);
}

void hd_frames_drop(struct hd_thread *t, uintptr_t sp)
{
	while (t->frame) {
		uintptr_t at = (uintptr_t)t->frame;

		if (on_altstack(t, at) == on_altstack(t, sp) ? at >= sp : !on_altstack(t, at))
			return;
		abandon_frame(t);
	}
}

void hd_frames_drop_all(struct hd_thread *t)
{
	while (t->frame)
		abandon_frame(t);
}

/* ---- handlers ---- */

struct call {
	const struct hd_action *action;
	siginfo_t *info;
	ucontext_t *context;
};

static void call_handler(void *argument)
{
	const struct call *c = argument;

	if (c->action->flags & SA_SIGINFO)
		((void (*)(int, siginfo_t *, void *))(void *)c->action->handler)(c->info->si_signo, c->info,
										 c->context);
	else
		c->action->handler(c->info->si_signo);
}

/* What a handler may look at: where the thread was, on which stack, and its mask, which it may change. */
static void fill_context(const struct hd_thread *t, ucontext_t *u, hd_sigset mask)
{
	memset(u, 0, sizeof *u);
	u->uc_stack.ss_sp = t->altstack;
	u->uc_stack.ss_size = t->altstack_size;
	u->uc_stack.ss_flags = t->altstack ? t->altstack_flags : SS_DISABLE;
	hd_context_set_pc(u, hd_site_address(t->op.site));
	hd_context_set_sp(u, (uintptr_t)__builtin_frame_address(0));
	hd_sigset_out(&u->uc_sigmask, mask);
}

static struct hd_call *calls_of_handlers(hd_tid id)
{
	static struct hd_call *calls[HD_MAX_THREADS];

	if (!calls[id])
		calls[id] = hd_own_alloc(sizeof *calls[id] * HD_CALLS_MAX);
	return calls[id];
}

static void run_on_stack(struct hd_thread *t, struct call *c)
{
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	if (!(c->action->flags & SA_ONSTACK) || !t->altstack || on_altstack(t, sp)) {
		call_handler(c);
		return;
	}
	/* The list of calls knows frames by their addresses: those on another stack go into another list. */
	t->calls = calls_of_handlers(t->id);
	t->depth = 0;
	hd_arch_call_on(t->altstack + t->altstack_size, call_handler, c);
	t->min_sp = t->frame->min_sp;
}

/* The mask to go back to after the handler. */
static hd_sigset mask_after(struct hd_thread *t)
{
	hd_sigset mask = t->sigmask_lent ? t->sigmask_saved : t->sigmask;

	t->sigmask_lent = false;
	return mask;
}

static void announce_handler(const struct hd_thread *t, const struct hd_action *action, int signal)
{
	struct hd_op op = hd_op(HD_HANDLE, (void *)action->handler, t->op.site);

	op.size = (uint32_t)signal;
	hd_sched_progress();
	hd_sched_point(&op);
}

static void run_handler(struct hd_thread *t, const struct hd_action *action, siginfo_t *info,
			struct hd_wait *interrupted)
{
	ucontext_t context;
	struct call call = {action, info, &context};
	struct hd_frame frame;
	int saved_errno = errno;

	fill_context(t, &context, mask_after(t));
	t->sigmask |= action->mask | (action->flags & SA_NODEFER ? 0 : HD_SIGBIT(info->si_signo));
	hd_signals_refresh(t);
	enter_frame(t, &frame, interrupted);
	announce_handler(t, action, info->si_signo);
	errno = saved_errno;
	run_on_stack(t, &call);
	if (!hd_active())
		return; /* in a child that the handler made */
	leave_frame(t);
	t->sigmask = hd_sigset_of(&context.uc_sigmask);
	hd_signals_refresh(t);
}

void hd_signal_default(int signal)
{
	uint32_t site = hd_self()->op.site;

	if (hd_signal_ignored(signal))
		return;
	if (STOPPING & HD_SIGBIT(signal))
		hd_unsupported(
		    site, "signal %d stops the program: Heddle cannot stop a run and go on with it later",
		    signal);
	hd_failure_killed(signal, site);
}

/* Of several signals that are due any may come first; of real-time signals the lowest. */
static int choose_signal(hd_sigset due)
{
	hd_sigset ordinary = due & (HD_SIGBIT(SIGRTMIN) - 1);
	unsigned n = (unsigned)__builtin_popcountll(ordinary) + ((due & ~ordinary) != 0);
	uint64_t chosen = hd_sched_value(n);

	while (chosen--)
		due &= due - 1;
	return __builtin_ctzll(due) + 1;
}

static bool handle_one(struct hd_thread *t, struct hd_wait *interrupted)
{
	struct hd_action action;
	siginfo_t info;
	int signal;

	while (t->signal_due) {
		signal = choose_signal(hd_signals_deliverable(t));
		hd_signals_take(t, HD_SIGBIT(signal), &info);
		action = *hd_action_of(signal);
		if (hd_has_handler(&action)) {
			if (action.flags & SA_RESETHAND && !(RESET_NEVER & HD_SIGBIT(signal)))
				hd_action_set(signal, &(struct hd_action){.handler = SIG_DFL});
			run_handler(t, &action, &info, interrupted);
			t->signal_restart = action.flags & SA_RESTART;
			return true;
		}
		hd_signal_default(signal);
	}
	return false;
}

void hd_signals_handle_all(struct hd_thread *t)
{
	for (unsigned i = 0; t->signal_due && i < HANDLED_MAX; i++)
		handle_one(t, NULL);
}

/* ---- when ---- */

bool hd_signals_at_point(struct hd_thread *t)
{
	return hd_signals_possible(t) && comes_now(t) && handle_one(t, NULL);
}

/* The signal that ends this wait may also have come just before the call: then no signal is left to interrupt
 * the call. A call that brings its own mask excludes that. */
static bool came_before(const struct hd_thread *t, const struct hd_wait *w)
{
	if (w->flags & HD_WAIT_BEGUN || t->sigmask_lent || !hd_early_signal_may(w->since) ||
	    !hd_sched_value(2))
		return false;
	hd_early_signal_comes(t, w->since);
	return true;
}

bool hd_signals_at_wait(struct hd_thread *t, struct hd_wait *w, enum hd_wake wake)
{
	bool early;

	if (wake == HD_WAKE_OK) {
		bool blocked = w->blocked && !hd_waits_for_outside(t); /* real time decides for the outside */

		/* A thread that was blocked takes the signal before it goes on, another one perhaps later. */
		if (!hd_signals_possible(t) || (!blocked && !comes_now(t)))
			return false;
		handle_one(t, w);
		return true;
	}
	if (wake != HD_WAKE_SIGNAL)
		return false;
	early = !(w->flags & HD_WAIT_SIGNAL) || came_before(t, w);
	if (!handle_one(t, early ? w : NULL))
		return true;	     /* there was no handler to run */
	t->signal_delay = DELAY_MAX; /* the thread takes what else is due before it does anything */
	return early;
}
