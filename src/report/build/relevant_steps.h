/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of the steps belong to the failure. For a thread that failed: its last step, and the steps of others
 * that gave it what it saw. For threads that wait: the steps that took what they wait for, and the signal
 * that came too early. */
#pragma once

#include "report/build/build_state.h"

bool hd_waits_for_signal(const struct hd_wire_thread *t);
/* The last signal or broadcast before thread t began the wait that it is in: an index into events, or -1. */
int hd_early_signal(const struct hd_build *b, const struct hd_wire_thread *t);
/* Mark the steps that belong to the failure. */
void hd_mark_steps(struct hd_build *b);
