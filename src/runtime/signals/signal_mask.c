/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signal_mask.h"

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_pending.h"

void hd_sigmask_set(hd_sigset mask)
{
	struct hd_thread *t = hd_self();

	t->sigmask = mask & ~HD_NEVER_BLOCKED;
	hd_arrive_prepare_blocked(t->sigmask);
	hd_signals_refresh(t);
	hd_signals_handle_all(t);
}

void hd_signals_mask_begin(const sigset_t *mask)
{
	struct hd_thread *t = hd_self();

	if (!mask)
		return;
	t->sigmask_saved = t->sigmask;
	t->sigmask_lent = true;
	t->sigmask = hd_sigset_of(mask) & ~HD_NEVER_BLOCKED;
	hd_arrive_prepare_blocked(t->sigmask);
	hd_signals_refresh(t);
}

void hd_signals_mask_end(void)
{
	struct hd_thread *t = hd_self();

	if (!t->sigmask_lent) /* the call brought no mask, or a handler's return has restored it */
		return;
	t->sigmask_lent = false;
	t->sigmask = t->sigmask_saved;
	hd_signals_refresh(t);
}

/* ---- the kernel's mask ---- */

static void set_kernel_mask(hd_sigset mask)
{
	sigset_t set;

	hd_sigset_out(&set, mask & ~(HD_FAULTS | HD_OURS));
	HD_REAL(sigprocmask)(SIG_SETMASK, &set, NULL);
}

void hd_signals_lend_mask(void)
{
	if (hd_self()->sigmask != hd_mask_before_main())
		set_kernel_mask(hd_self()->sigmask);
}

void hd_signals_take_mask_back(void)
{
	if (hd_self()->sigmask != hd_mask_before_main())
		set_kernel_mask(hd_mask_before_main());
}
