/* SPDX-License-Identifier: Apache-2.0
 *
 * The mappings of memory that a run makes, so that they can be undone after it, and what it does to memory
 * that was there before main: plain memory of the program is mapped anew after the run, and the snapshot puts
 * its contents back. What can be put back in neither way is for hd_taint(). Sizes are in bytes; the kernel
 * rounds them up to pages. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The run has made a mapping. */
void hd_mappings_add(void *at, size_t size);
/* Does all of it lie in mappings of this run? */
bool hd_mappings_have(const void *at, size_t size);
/* The run unmaps this. False: it can be put back only by a new process. */
bool hd_mappings_cut(void *at, size_t size);
/* The run changes memory in place: its protection, or what is mapped there. False: as above. */
bool hd_mappings_change(void *at, size_t size);
/* Of all mappings of this run. */
size_t hd_mappings_size(void);
/* The run is over. */
void hd_mappings_undo(void);
