/* SPDX-License-Identifier: Apache-2.0
 *
 * Processor time: that of a run is virtual time without what has been slept, and a thread's is what passed in
 * its turns. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

static inline uint64_t hd_cpu_of_process(void)
{
	return hd_rt.run.vtime - hd_rt.run.idle_time;
}

uint64_t hd_cpu_of_thread(const struct hd_thread *t);
/* The turn of the running thread ends: another one goes now. */
static inline void hd_cpu_turn_ends(struct hd_thread *from)
{
	uint64_t now = hd_cpu_of_process();

	from->cpu += now - hd_rt.run.cpu_mark;
	hd_rt.run.cpu_mark = now;
}

/* What this clock of processor time shows. False: it is none of this process's. */
bool hd_cpu_clock(clockid_t clock, uint64_t *ns);
