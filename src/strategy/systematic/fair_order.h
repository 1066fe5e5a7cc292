/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads have to let others go first, so that threads which yield cannot keep others from running:
 * M. Musuvathi, S. Qadeer, "Fair Stateless Model Checking", PLDI 2008. A thread that yields twice, and
 * between that kept another from running which could have run all the time (or which it made unable to run),
 * does not run again before that one, as long as that one can run. As long as no thread yields there is
 * nothing to do. For the first 64 threads. */
#pragma once

#include <stdint.h>

#include "strategy/systematic/thread_set.h"

struct hd_fair_order {
	uint64_t yielded;		   /* threads that have yielded in this run; below: only of those  */
	uint64_t after[HD_SET_THREADS];	   /* threads that go first                                        */
	uint64_t could[HD_SET_THREADS];	   /* could run all the time since it yielded last                 */
	uint64_t disabled[HD_SET_THREADS]; /* it made them unable to run since then                        */
	uint64_t ran[HD_SET_THREADS];	   /* ran since then                                               */
};

static inline void hd_fair_order_begin(struct hd_fair_order *f)
{
	f->yielded = 0;
}

/* Of the threads that can run, those that have to wait for another one of them. */
uint64_t hd_fair_order_held(const struct hd_fair_order *f, uint64_t can_run);
/* Thread t has made a step, by which it yielded or not; these could run before and can run now. */
void hd_fair_order_step(struct hd_fair_order *f, hd_tid t, bool yielded, uint64_t before, uint64_t now);
