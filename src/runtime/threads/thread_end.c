/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/thread_end.h"

#include <stdlib.h>

#include "runtime/common/team.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/sync/sync_mutex.h"
#include "runtime/sync/sync_once.h"
#include "runtime/threads/wrap_keys.h"

static bool is_last_here(const struct hd_thread *last)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (&hd_threads[i] != last && hd_is_here(&hd_threads[i]) &&
		    hd_threads[i].life == HD_LIFE_ALIVE)
			return false;
	return true;
}

void hd_thread_exit(void *result)
{
	struct hd_thread *t = hd_self();

	hd_signals_handle_all(t);
	t->exiting = true;
	hd_frames_drop_all(t);
	hd_thread_run_destructors(t);
	hd_mutex_thread_exit(t);
	hd_once_thread_exit(t);
	if (hd_team() && is_last_here(t))
		exit(0); /* while it can still be chosen: other processes go on meanwhile */
	t->result = result;
	t->life = HD_LIFE_DEAD;
	hd_signals_thread_exit(t);
	hd_thread_retire(t);
	if (hd_rt.run.nlive == 0)
		exit(0);
	if (t->detached)
		hd_thread_release(t);
	hd_sched_dispatch();
	HD_ASSERT(0, "dead thread %u was chosen", t->id);
}
