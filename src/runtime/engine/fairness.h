/* SPDX-License-Identifier: Apache-2.0
 *
 * Fairness: threads that only spin let other threads run first. When memory does not change for long, chance
 * picks the threads, and in the end the run fails with a livelock. For the scheduler only. */
#pragma once

#include <stdbool.h>

#include "strategy/strategy.h"

struct hd_thread;

void hd_fair_run_begin(void);
/* Before the first run: the processes of a run share what this file knows. */
void hd_fair_share(void);
/* The running thread has announced its next operation: if it only spins, other threads run first. */
void hd_fair_watch(struct hd_thread *t);
/* The running thread had a turn without any scheduling point. */
void hd_fair_quiet(void);
/* The running thread's wait has ended by its deadline. */
void hd_fair_timed_out(void);
/* The thread to run next was chosen: the same one again, or another. */
void hd_fair_turn(bool same);
/* Another thread runs now instead of t: t may be offered again. */
void hd_fair_left(struct hd_thread *t);
/* The running thread spins without scheduling points: see spin.h. */
void hd_fair_spun(struct hd_thread *t);
/* The running thread is about to yield because it waits for one of the values to change that it has read (see
 * spinning.h). Other threads run until one has, or for some time. */
void hd_fair_waits(struct hd_thread *t);
/* … and runs again. */
void hd_fair_goes_on(struct hd_thread *t);
void hd_fair_yielded(struct hd_thread *t, bool yielded);
/* Fill in the threads that may be chosen: the ready ones that have not yielded, or all ready ones if there
 * are no others. */
void hd_fair_offer(struct hd_choice *c);
bool hd_fair_is_offered(const struct hd_choice *c, hd_tid id);
/* Nothing has changed for a while: chance picks the next thread instead of the strategy. */
bool hd_fair_in_lockstep(void);
hd_tid hd_fair_break_lockstep(const struct hd_choice *c);
/* Ends the run if all threads that can run only spin, and nothing has changed for very long. */
void hd_fair_check_livelock(void);
