/* SPDX-License-Identifier: Apache-2.0
 *
 * What message queues and semaphores of System V have in common. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/engine/sched.h"
#include "runtime/engine/outside.h"
#include "runtime/ipc/leavings.h"

/* An address that stands for the object: the kernel's ids differ from run to run. */
uint64_t hd_sysv_object(enum hd_leaving kind, int id, uint32_t site);
/* HD_INSIDE as long as the program has no children and is no server: no other process has the key then. */
enum hd_distance hd_sysv_distance(void);
/* In a run: a step that may matter to other threads. */
void hd_sysv_point(enum hd_event_kind kind, uint32_t site);
/* Wait until the call would not block; at_once: do not wait. Returns 0, EAGAIN after the deadline, or EINTR.
 */
int hd_sysv_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, bool at_once);
/* The call failed: returns -1. EINVAL after a wait means that the object was removed, and becomes EIDRM. */
int hd_sysv_failed(bool waited);
/* An object changed: threads that wait look again. */
void hd_sysv_changed(void);

void hd_sysv_run_begin(void);
