/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/clocks.h"

#include <unistd.h>

#include "runtime/state/cpu_time.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/reset/identity.h"

/* The kernel's numbers for the clocks of a process or thread: its id in the upper bits, then whether it is a
 * thread, then which clock. */
#define ID_SHIFT   3
#define PER_THREAD 4
#define WHICH_MASK 3
#define SCHEDULED  2 /* time that the scheduler has given */
#define OF_A_FILE  3 /* no clock of processor time: it is a descriptor */

clockid_t hd_cpu_clock_of(pid_t tid)
{
	return (clockid_t)(~(unsigned)tid << ID_SHIFT) | PER_THREAD | SCHEDULED;
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

/* What this clock of processor time shows. False: the clock belongs to another process. */
static bool cpu_clock_now(clockid_t clock, uint64_t *ns)
{
	if (clock == CLOCK_PROCESS_CPUTIME_ID)
		*ns = hd_cpu_of_process();
	else if (clock == CLOCK_THREAD_CPUTIME_ID)
		*ns = hd_cpu_of_thread(hd_self());
	else
		return clock < 0 && dynamic_clock(clock, ns);
	return true;
}

bool hd_clock_now(clockid_t clock, uint64_t *start, uint64_t *ns)
{
	if (hd_clock_start(clock, start)) {
		*ns = hd_vtime_now();
		return true;
	}
	return cpu_clock_now(clock, ns);
}

uint64_t hd_deadline_from_abstime(clockid_t clock, const struct timespec *abstime)
{
	uint64_t now = 0;
	uint64_t start, at;
	struct timespec since_start;

	hd_clock_now(clock, &start, &now);
	if (abstime->tv_sec < (time_t)start)
		return hd_vtime_now();
	since_start =
	    (struct timespec){.tv_sec = abstime->tv_sec - (time_t)start, .tv_nsec = abstime->tv_nsec};
	at = hd_timespec_ns(&since_start);
	return at <= now ? hd_vtime_now() : hd_deadline_in(at - now);
}
