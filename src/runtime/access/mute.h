/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites that are not heard of at all for a while. In a large run (sample.h) most sites that are visited often
 * are *muted*: their visits are neither counted nor looked at, and so the calls that tell of them can be
 * taken out of the code (patch.h).
 *
 * A loop whose sites are all muted would be invisible: no count of it, no turn for other threads, no virtual
 * time. So each loop keeps a site that is heard, its *leader*, which rests as sample.h says and counts. The
 * runtime finds leaders as the run goes on. A site is tried: if it is visited again and again without a visit
 * of a leader, or a step, in between, then there is a loop without a leader, and the site that is visited
 * least in it becomes one. If that does not happen in the whole trial, the site is muted, and what the leader
 * counts is counted for it, too. A loop in a loop needs no leader of its own if it is short each time. Sites
 * that are not visited often are heard anyway, and count as leaders. Nor does a loop need one that walks
 * through memory, in steps of one size, and what is visited once for each of these steps: it ends, for memory
 * does. But then the thread itself has to come to a leader, or to a step, around it.
 *
 * A site that is no scheduling point is heard again for HD_MUTE_TRIAL visits in about HD_MUTE_TRIAL *
 * HD_MUTE_FOR. Of one that is, HD_MUTE_POINTS visits are scheduling points, one in HD_MUTE_ONE_IN of those
 * that are heard; then it is muted for as long as brings the rate to that of its stage (sample.h). When there
 * are twice as many threads, or there is more than one again, all sites are heard.
 *
 * All this follows from the visits that are heard and from the run's steps, so a replay does the same. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/site.h"

#define HD_MUTE_TRIAL  64u
#define HD_MUTE_FOR    1024u
#define HD_MUTE_POINTS 16u
#define HD_MUTE_ONE_IN 64u

void hd_mute_init(void);
void hd_mute_run_begin(void);
/* In a large run a thread accesses addr at e, which is no scheduling point and neither rests nor is muted.
 * True: e is tried, or muted now. False: it is a leader. */
bool hd_mute_visit(struct hd_pc *e, uintptr_t addr, bool write);
/* The same at a scheduling point that has come to this stage of sampling. If true, e->skip is set. */
bool hd_mute_point(struct hd_pc *e, uint32_t stage, uintptr_t addr);
/* How many visits of muted sites there are for these visits of the leader e, about. */
uint64_t hd_mute_unheard(const struct hd_pc *e, uint64_t visits);
/* Muted sites for which e counts write, or read here and there: the threads that come to them may do work. */
bool hd_mute_hides_work(const struct hd_pc *e);
/* A thread seems to spin at e: hear the muted sites for which e counts, to see whether it does work. False:
 * that was tried not long ago. */
bool hd_mute_reveal(const struct hd_pc *e);
/* All threads seem to spin: hear all muted sites that may write, now and then, to see whether one of them
 * does work. False: there are none, so they do spin. */
bool hd_mute_reveal_all(void);
/* It did spin. */
void hd_mute_spun(const struct hd_pc *e);
/* Now and then: sites whose time is over are heard again. */
void hd_mute_look(void);
/* A thread is about to begin. */
void hd_mute_thread_begins(void);
