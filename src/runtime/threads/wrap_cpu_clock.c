/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks of processor time of threads. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/clocks.h"
#include "runtime/reset/identity.h"

HD_EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_getcpuclockid)(thread, clock);
	t = hd_thread_by_handle(thread);
	if (!t || t->life != HD_LIFE_ALIVE)
		return ESRCH;
	*clock = hd_cpu_clock_of(hd_shown_pid() + t->id - hd_team_first());
	return 0;
}
