/* SPDX-License-Identifier: Apache-2.0
 *
 * Putting the heap back to its state at the snapshot. */
#pragma once

#include <stddef.h>

#include "model/plan.h"
#include "runtime/memory/image.h"

/* The heap as it is now is what hd_heap_reset() goes back to. The copy lives outside of the heap.
 * Returns the bytes that a reset has to copy back. */
size_t hd_heap_snapshot(void);
/* Have the kernel note which of its pages are written to; after hd_written_open(). */
void hd_heap_watch(void);
void hd_heap_reset(enum hd_heap_mode mode_of_next_run);
/* Add the heap as it is now to an image. */
void hd_heap_add_to(struct hd_image *image);
