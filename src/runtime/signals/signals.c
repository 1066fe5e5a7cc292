/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signals.h"

#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/timers.h"

void hd_signals_snapshot(void)
{
	hd_actions_snapshot();
	for (int i = 1; i < HD_SIGNALS; i++)
		if (hd_has_handler(hd_action_of(i)))
			hd_arrive_prepare(i);
	hd_arrive_init();
}

void hd_signals_run_begin(void)
{
	hd_actions_run_begin();
	hd_pending_run_begin();
	hd_threads[0].sigmask = hd_mask_before_main();
	if (hd_has_handlers_before_main())
		hd_signals_expect();
	hd_arrive_run_begin();
}

void hd_signals_forget(void)
{
	hd_pending_forget();
	hd_timers_run_begin();
}

void hd_signals_forked(void)
{
	hd_signals_refresh(hd_self());
	hd_signals_take_mask_back();
}
