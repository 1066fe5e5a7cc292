/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signal_send.h"

#include "runtime/common/team.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_pending.h"

/* Does a thread that the signal may go to let it through? */
static bool let_through(const struct hd_thread *target, hd_sigset bit)
{
	if (target)
		return !(target->sigmask & bit);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_alive_here(&hd_threads[i]) && !(hd_threads[i].sigmask & bit))
			return true;
	return false;
}

static bool waits_for(const struct hd_thread *t, hd_sigset bit)
{
	return hd_is_alive_here(t) && t->op.kind == HD_SIGWAIT && t->can && t->sigwait & bit;
}

static bool is_waited_for(const struct hd_thread *target, hd_sigset bit)
{
	if (target)
		return waits_for(target, bit);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (waits_for(&hd_threads[i], bit))
			return true;
	return false;
}

bool hd_signal_send(struct hd_thread *target, const siginfo_t *info)
{
	int signal = info->si_signo;
	hd_sigset bit = HD_SIGBIT(signal);
	bool waited_for = is_waited_for(target, bit);

	if (!waited_for && let_through(target, bit)) {
		if (hd_signal_ignored(signal))
			return true;
		if (hd_action_of(signal)->handler == SIG_DFL)
			hd_signal_default(signal);
	}
	return hd_signal_enqueue(info, target ? target->id : HD_NO_TID);
}

/* Could a thread other than `self` take what `self` has just sent to the process? */
static bool others_take(const struct hd_thread *self, hd_sigset bit)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (&hd_threads[i] != self && hd_is_alive_here(&hd_threads[i]) &&
		    (!(hd_threads[i].sigmask & bit) || waits_for(&hd_threads[i], bit)))
			return true;
	return false;
}

bool hd_signal_send_by_program(struct hd_thread *target, const siginfo_t *info)
{
	struct hd_thread *self = hd_self();

	hd_signal_ordered(info->si_signo);
	if (!hd_signal_send(target, info))
		return false;
	if (target == self || (!target && !others_take(self, HD_SIGBIT(info->si_signo))))
		hd_signals_handle_all(self);
	return true;
}
