/* SPDX-License-Identifier: Apache-2.0
 *
 * Replay follows a recorded schedule and decides nothing. A step fits when its thread may go and is about to
 * do what the schedule says, at the same site (what was only announced when the recorded run ended comes
 * after all steps and fits nowhere); the first step that does not fit, or the end of the schedule while the
 * program goes on, is a divergence: pick() says HD_NO_TID, value() UINT64_MAX, and the position stays at that
 * step for the message. Only steps of threads that spin unseen are not insisted on: whether a thread that
 * takes long is interrupted depends on how fast the machine is. */
#pragma once

#include "strategy/strategy.h"

/* How many steps of the script have been consumed; where pick() returned HD_NO_TID, the index of
 * the step that did not fit. */
uint64_t hd_replay_position(const void *state);
/* If a signal came from outside at this place, its number, and the script is one step further;
 * else 0. */
unsigned hd_replay_arrival(void *state);
/* The step to be carried out next; NULL at the end, and where the schedule has a value. */
const struct hd_step *hd_replay_next(const void *state);
/* Virtual time goes on to the next deadline here, because real time had in the run. Takes the
 * step. */
bool hd_replay_time_jumps(void *state);
/* The note (HD_NOTE_*) of the step that pick() chose last. */
uint8_t hd_replay_note(const void *state);
