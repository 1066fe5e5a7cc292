/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/cores.h"

#include <sched.h>

#include "wire/wire.h"

unsigned hd_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return n > HD_MAX_WORKERS ? HD_MAX_WORKERS : (unsigned)n;
}
