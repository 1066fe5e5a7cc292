/* SPDX-License-Identifier: Apache-2.0
 *
 * Happens-before of the run under way (analysis/order.h), for all analyses: what synchronisation other than
 * locks and atomics orders. In a run without analyses each call costs one test. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/order.h"
#include "runtime/common/rt.h"

void hd_feed_send_slow(uint64_t object);
void hd_feed_receive_slow(uint64_t object);
void hd_feed_tell_slow(hd_tid to, uint64_t object);
void hd_feed_pass_slow(hd_tid to);
void hd_feed_fence_slow(int order);

static inline void hd_feed_send(const volatile void *object)
{
	if (hd_watched())
		hd_feed_send_slow((uintptr_t)object);
}

static inline void hd_feed_receive(const volatile void *object)
{
	if (hd_watched())
		hd_feed_receive_slow((uintptr_t)object);
}

/* Another thread than the running one receives it. */
static inline void hd_feed_tell(hd_tid to, const volatile void *object)
{
	if (hd_watched())
		hd_feed_tell_slow(to, (uintptr_t)object);
}

/* The running thread lets another one go on. */
static inline void hd_feed_pass(hd_tid to)
{
	if (hd_watched())
		hd_feed_pass_slow(to);
}

/* All threads that live now come after what the running one has done so far. */
void hd_feed_pass_to_all(void);

static inline void hd_feed_fence(int order)
{
	if (hd_watched())
		hd_feed_fence_slow(order);
}

/* The order itself, for the code that tells the analyses about a run. */
struct hd_order *hd_run_order(void);
/* The arena is where it keeps what it knows of a run. */
void hd_run_order_init(struct hd_arena *arena);
/* The program has said that what the running thread does now orders nothing. */
bool hd_orders_nothing(void);
