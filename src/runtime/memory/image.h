/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory as it was at a moment: pieces one after the other, each with its address. An image has a fixed room,
 * so that the memory for images is bounded; what does not fit makes the image useless. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hd_image {
	char *room;
	size_t size, used;
	bool full; /* something did not fit */
};

static inline void hd_image_clear(struct hd_image *image)
{
	image->used = 0;
	image->full = false;
}

/* Add the n bytes at `at`. */
void hd_image_add(struct hd_image *image, const void *at, size_t n);
/* Copy all pieces back to where they were. */
void hd_image_put_back(const struct hd_image *image);
