/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pages of a range of memory were written to since it was put back, as the kernel knows it (userfaultfd
 * with asynchronous write protection, and PAGEMAP_SCAN). Where the kernel cannot tell, or most pages are
 * written to in each run, all of the range is copied. docs/scale.md has figures. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_WATCH_LEAST (1UL << 20) /* bytes: it is quicker to copy less than that */

struct hd_kept { /* memory and its copy */
	char *at;
	const char *copy;
	size_t size;
	bool watched;  /* its pages are; parts of a page at both ends are copied in any case */
	unsigned many; /* how often in a row much of it was written to */
};

/* Two descriptors, which have to stay open as long as memory is watched. False: the kernel cannot do it. */
bool hd_written_open(int descriptors[2]);
/* From now on writes to it are known, if it is large and the kernel can tell. */
void hd_kept_watch(struct hd_kept *k);
void hd_kept_put_back(struct hd_kept *k);
