/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that only spin let others go first; where nothing changes for long, chance decides, and in the end
 * it is a livelock. Inside of the scheduler only. */
#pragma once

#include <stdbool.h>

#include "strategy/strategy.h"

struct hd_thread;

void hd_fair_run_begin(void);
/* The running thread is about to go on: if it only spins, the others go first. */
void hd_fair_watch(struct hd_thread *t);
/* The running thread had a turn without any scheduling point. */
void hd_fair_quiet(void);
/* The running thread's wait has ended by its deadline. */
void hd_fair_timed_out(void);
/* The running thread begins a timed wait: whether its deadline has passed already. */
void hd_fair_looks(struct hd_thread *t, bool in_vain);
/* Another thread goes now, or the same one again. */
void hd_fair_turn(bool same);
/* Another thread goes now instead of this one: it may be offered again. */
void hd_fair_left(struct hd_thread *t);
/* The running thread spins unseen: see spin.h. */
void hd_fair_spun(struct hd_thread *t);
void hd_fair_yielded(struct hd_thread *t, bool yielded);
/* Who may be chosen: of those that are ready, those who did not yield, if any. */
void hd_fair_offer(struct hd_choice *c);
bool hd_fair_is_offered(const struct hd_choice *c, hd_tid id);
/* Nothing has changed for a while: chance is to decide, not the strategy. */
bool hd_fair_in_lockstep(void);
hd_tid hd_fair_break_lockstep(const struct hd_choice *c);
/* The thread has come back to the same operation again and again, and nothing has changed since. */
bool hd_fair_spins(const struct hd_thread *t);
/* It does so since lately. */
bool hd_fair_has_begun_to_spin(const struct hd_thread *t);
/* All threads that can go on only spin. */
bool hd_fair_is_livelock(void);
/* Ends the run if that is so, and nothing has changed for very long. */
void hd_fair_check_livelock(void);
/* The thread comes back to the same operation again and again while nothing changes. */
bool hd_fair_only_spins(const struct hd_thread *t);
