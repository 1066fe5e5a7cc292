/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's memory as it was just before main, and how to get back to it. Nothing is write-protected, so
 * the kernel may write wherever the program lets it: pages that were in use at the snapshot are always copied
 * back; pages that were not are dropped, which makes them zero (or the file's contents) again, as they were.
 * The heap and the stacks know how to reset themselves (heap.h, pool.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/image.h"

/* Take the snapshot. The main stack above main_sp belongs to it. Returns the bytes that
 * each reset will copy, and what is above `most` is not even copied now; HD_SNAPSHOT_IMPOSSIBLE: memory is in
 * too many pieces to be put back. */
#define HD_SNAPSHOT_IMPOSSIBLE (SIZE_MAX / 2)
size_t hd_snapshot_take(uintptr_t main_sp, size_t most);
/* Have the kernel note which pages of it are written to; after hd_written_open(). */
void hd_snapshot_watch(void);
void hd_snapshot_restore(void);
/* All of it was copied, so that it can be put back. */
bool hd_snapshot_is_whole(void);
/* All of [lo, hi) is plain memory of the snapshot: when it is lost, it may be mapped anew before
 * hd_snapshot_restore(). */
bool hd_snapshot_has_plain(uintptr_t lo, uintptr_t hi);
/* The part of it that drops pages. */
void hd_snapshot_drop(void);
/* Add to an image what a reset would put back, as it is now. */
void hd_snapshot_add_to(struct hd_image *image);
/* [lo, hi) is the runtime's own private memory: leave it out. Call before the snapshot. */
void hd_snapshot_exclude(void *lo, size_t size);
/* After a run: functions that the loader bound in it for the first time stay bound, so that the next run need
 * not look them up again. */
void hd_snapshot_absorb_bindings(void);
