/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that spin at plain accesses which are no scheduling points. A thread that has made some accesses
 * and written nothing is observed: if it reads the same few places with the same values again and again, it
 * waits for one of them to change, and other threads run until then (state/spinning.h). All this follows from
 * the accesses that are heard, so a replay does the same. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/site.h"

/* The running thread has come to hd_rt.run.quiet_until with this access at e. */
void hd_spin_probe(struct hd_pc *e, uintptr_t addr, size_t size, bool write);
/* The running thread is being observed: its sites must not rest meanwhile. */
bool hd_spin_observes(void);
