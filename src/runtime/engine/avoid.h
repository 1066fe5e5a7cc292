/* SPDX-License-Identifier: Apache-2.0
 *
 * With --keep-going a failure that most runs end with would hide all others. When it has happened often, most
 * runs avoid the order of operations that makes it, as experiments have shown it (wire.h: hd_wire_avoided): a
 * thread waits before the first operation until another thread has passed the second one, and while another
 * thread is between the two. When no other thread can go, it goes all the same. The strategy chooses among
 * the threads that are left, so its choice is recorded and replayed like any other.
 *
 * Runs in which no thread is made to wait are watched as well: a failure of a run in which the order of
 * another failure has not happened has another cause. */
#pragma once

#include <stdbool.h>

#include "strategy/strategy.h"

/* The run under way avoids something, or is watched. */
extern bool hd_avoids;

/* `driven`: the run has an aim. */
void hd_avoid_run_begin(bool driven);
/* Offer the strategy only threads that need not wait. */
void hd_avoid_narrow(struct hd_choice *c);
/* This thread goes on with its operation. */
void hd_avoid_saw(hd_tid tid, const struct hd_op *op);
/* Of the run that ends: see hd_wire_failure. */
uint32_t hd_avoid_kept(void);
