/* SPDX-License-Identifier: Apache-2.0
 *
 * The record of a run: its schedule, always, and its trace, when asked for. Both are in the shared memory, so
 * they survive even if the next step kills this process. */
#pragma once

#include <stdint.h>

#include "runtime/common/thread.h"
#include "wire/wire.h"

void hd_record_run_begin(void);
/* Another process of the run has added to the record: go on at its new end. */
void hd_record_resume(void);
/* Thread t is about to perform its pending operation. */
void hd_record_step(struct hd_thread *t, uint8_t note);
/* Virtual time jumped to the next deadline, at a moment that depended on real time or on other processes. */
void hd_record_time_jump(void);
void hd_record_value(uint64_t value);
/* Record a value that does not enter the event hash. */
void hd_record_fact(uint32_t value);
/* This signal was sent by a process outside the run. */
void hd_record_arrival(unsigned signal);
/* The last step is not performed yet: its thread handles a signal first, and will announce it again. */
void hd_record_interrupted(void);
/* The last step has been performed: its value can be seen. */
void hd_record_written(void);
/* Thread t had announced an access when the run ended. */
void hd_record_pending(const struct hd_thread *t);
/* Describe the memory that an address belongs to, in *place. */
void hd_place_of(uint64_t addr, struct hd_wire_place *place);
