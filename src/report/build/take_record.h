/* SPDX-License-Identifier: Apache-2.0
 *
 * What a report takes from the record of a run (wire/wire_check.h). */
#pragma once

#include "report/build/build_state.h"

void hd_take_failure(struct hd_build *b);
/* The failure's entry of a thread, or NULL. */
const struct hd_wire_thread *hd_failed_thread(const struct hd_build *b, unsigned tid);
/* The run did not end: the failure is about threads that wait or spin, not about one that failed. */
bool hd_is_stuck(const struct hd_build *b);
void hd_take_events(struct hd_build *b, bool every_step);
