/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/wrap_cpu_clock.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "runtime/common/identity.h"
#include "runtime/common/real.h"
#include "runtime/engine/cpu_time.h"
#include "runtime/engine/sched.h"
#include "runtime/common/team.h"
#include "runtime/signals/signal_state.h"

/* The kernel's numbers for the clocks of a process or thread: its id in the upper bits, then whether it is a
 * thread, then which clock. */
#define ID_SHIFT   3
#define PER_THREAD 4
#define WHICH_MASK 3
#define SCHEDULED  2 /* time that the scheduler has given */
#define OF_A_FILE  3 /* no clock of processor time: it is a descriptor */

static clockid_t clock_of(pid_t id, bool thread)
{
	return (clockid_t)(~(unsigned)id << ID_SHIFT) | (thread ? PER_THREAD : 0) | SCHEDULED;
}

static bool dynamic_clock(clockid_t clock, uint64_t *ns)
{
	pid_t id = ~(clock >> ID_SHIFT);
	const struct hd_thread *t;

	if ((clock & WHICH_MASK) == OF_A_FILE)
		return false;
	if (!(clock & PER_THREAD)) {
		*ns = hd_cpu_of_process();
		return id == 0 || id == getpid();
	}
	t = id ? hd_thread_of_number(id) : hd_self();
	*ns = t ? hd_cpu_of_thread(t) : 0;
	return t != NULL;
}

bool hd_cpu_clock(clockid_t clock, uint64_t *ns)
{
	if (clock == CLOCK_PROCESS_CPUTIME_ID)
		*ns = hd_cpu_of_process();
	else if (clock == CLOCK_THREAD_CPUTIME_ID)
		*ns = hd_cpu_of_thread(hd_self());
	else
		return clock < 0 && dynamic_clock(clock, ns);
	return true;
}

HD_EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_getcpuclockid)(thread, clock);
	t = hd_thread_by_handle(thread);
	if (!t || t->life != HD_LIFE_ALIVE)
		return ESRCH;
	*clock = clock_of(hd_shown_pid() + t->id - hd_team_first(), true);
	return 0;
}
