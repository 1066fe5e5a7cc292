/* SPDX-License-Identifier: Apache-2.0
 *
 * The runtime's own state of a run: its variables, and the memory of hd_own_alloc(). Most of its pages are
 * never touched, so an image of it holds the pages that the kernel has given to this process. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/memory/image.h"

#define HD_OWN_PAGES_MAX (1u << 15)

/* Which pages an image holds, one bit for each. */
struct hd_own_pages {
	uint64_t bits[HD_OWN_PAGES_MAX / 64];
};

/* Which pages are there was found out by another process. */
void hd_own_pages_look_anew(void);
/* Add all pages of the state that are there, and note them in *pages. False: there are too many, or the
 * kernel does not tell which. */
bool hd_own_pages_add(struct hd_image *image, struct hd_own_pages *pages);
/* Before the image is put back: pages that were touched since then, and not before, become zero again. False:
 * the kernel does not tell which, and nothing was done. */
bool hd_own_pages_clear_others(const struct hd_own_pages *pages);
