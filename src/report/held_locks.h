/* SPDX-License-Identifier: Apache-2.0
 *
 * Which locks each thread holds after each step of a report, worked out from the steps: locks are named by
 * them, and what is held at the end is known. Whether a trylock succeeded is told by a later unlock; the
 * mutex that a wait for a signal gives back is the one that is locked again after it. */
#pragma once

#include <stdbool.h>

#include "report/report.h"

struct hd_held_locks;

/* Before the first step. */
struct hd_held_locks *hd_held_locks_begin(const struct hd_report *r);
void hd_held_locks_end(struct hd_held_locks *h);
/* After step number `index` of the list; goes forward only. */
void hd_held_locks_after(struct hd_held_locks *h, unsigned index);
bool hd_holds_lock(const struct hd_held_locks *h, unsigned tid);
/* How many it holds, and their names in the order in which they were taken. */
unsigned hd_held_locks_count(const struct hd_held_locks *h, unsigned tid);
const char *hd_held_lock_name(const struct hd_held_locks *h, unsigned tid, unsigned i);
/* "a, b", to be freed; NULL: none. */
char *hd_held_locks_text(const struct hd_held_locks *h, unsigned tid);
