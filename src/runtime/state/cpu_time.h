/* SPDX-License-Identifier: Apache-2.0
 *
 * Processor time. A run's is its virtual time without the time in which all threads slept; a thread's is the
 * part of it that passed in the turns of the thread. */
#pragma once

#include <stdint.h>

#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

static inline uint64_t hd_cpu_of_process(void)
{
	return hd_rt.run.vtime - hd_rt.run.idle_time;
}

uint64_t hd_cpu_of_thread(const struct hd_thread *t);
/* The turn of the running thread `from` ends: another thread runs now. */
static inline void hd_cpu_turn_ends(struct hd_thread *from)
{
	uint64_t now = hd_cpu_of_process();

	from->cpu += now - hd_rt.run.cpu_mark;
	hd_rt.run.cpu_mark = now;
}
