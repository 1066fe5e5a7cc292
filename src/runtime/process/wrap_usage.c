/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program may ask about the machine and its own use of it. Processor time is virtual time; what the
 * machine is doing is recorded, and a replay shows the same. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/state/cpu_time.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/process/children.h"
#include "runtime/reset/recorded_facts.h"

#define NS_PER_US   1000ULL
#define MEMORY_KB   10000    /* what a program is said to use at most: it says nothing about its schedule */
#define TICKS_START 10000000 /* of times(): since some moment in the past */

HD_EXPORT int getrusage(__rusage_who_t who, struct rusage *usage)
{
	uint64_t ns;

	if (!hd_active() || (who != RUSAGE_SELF && who != RUSAGE_THREAD && who != RUSAGE_CHILDREN))
		return HD_REAL(getrusage)(who, usage);
	hd_vtime_reading();
	ns = who == RUSAGE_SELF	    ? hd_cpu_of_process()
	     : who == RUSAGE_THREAD ? hd_cpu_of_thread(hd_self())
				    : hd_children_cpu();
	*usage = (struct rusage){.ru_maxrss = MEMORY_KB,
				 .ru_utime = {.tv_sec = (time_t)(ns / HD_NS_PER_SECOND),
					      .tv_usec = (long)(ns % HD_NS_PER_SECOND / NS_PER_US)}};
	return 0;
}

HD_EXPORT clock_t times(struct tms *buffer)
{
	uint64_t tick_ns, now;

	if (!hd_active())
		return HD_REAL(times)(buffer);
	now = hd_vtime_reading();
	tick_ns = HD_NS_PER_SECOND / (uint64_t)sysconf(_SC_CLK_TCK);
	if (buffer)
		*buffer = (struct tms){.tms_utime = (clock_t)(hd_cpu_of_process() / tick_ns),
				       .tms_cutime = (clock_t)(hd_children_cpu() / tick_ns)};
	return TICKS_START + (clock_t)(now / tick_ns);
}

/* Threads are on processors in turn, as many as there are. */
HD_EXPORT int sched_getcpu(void)
{
	long n;

	if (!hd_active())
		return HD_REAL(sched_getcpu)();
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (int)(hd_self()->id % n) : 0;
}

HD_EXPORT int getcpu(unsigned *cpu, unsigned *node)
{
	if (!hd_active())
		return HD_REAL(getcpu)(cpu, node);
	if (cpu)
		*cpu = (unsigned)sched_getcpu();
	if (node)
		*node = 0;
	return 0;
}

HD_EXPORT int sysinfo(struct sysinfo *info)
{
	int result = HD_REAL(sysinfo)(info);

	if (hd_active() && !result)
		hd_recorded_bytes(info, sizeof *info);
	return result;
}

HD_EXPORT int getloadavg(double averages[], int n)
{
	int result = HD_REAL(getloadavg)(averages, n);

	if (!hd_active())
		return result;
	result = (int)hd_recorded_fact((uint32_t)result);
	if (result > 0 && result <= n)
		hd_recorded_bytes(averages, (size_t)result * sizeof *averages);
	return result;
}

/* Whether a page is in memory just now is the kernel's affair; that all are is a right answer. */
HD_EXPORT int mincore(void *start, size_t size, unsigned char *out)
{
	int result = HD_REAL(mincore)(start, size, out);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (hd_active() && !result)
		memset(out, 1, (size + page - 1) / page);
	return result;
}
