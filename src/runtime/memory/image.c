/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/image.h"

#include <stdint.h>

#include "runtime/arch/memory.h"

struct piece {
	void *at;
	size_t n;
	char bytes[] __attribute__((aligned(16)));
};

static size_t piece_size(size_t n)
{
	return sizeof(struct piece) + ((n + 15) & ~(size_t)15);
}

void hd_image_add(struct hd_image *image, const void *at, size_t n)
{
	struct piece *p = (struct piece *)(void *)(image->room + image->used);

	if (!n || image->full)
		return;
	if (n > image->size || piece_size(n) > image->size - image->used) {
		image->full = true;
		return;
	}
	p->at = (void *)(uintptr_t)at;
	p->n = n;
	hd_copy(p->bytes, at, n);
	image->used += piece_size(n);
}

void hd_image_put_back(const struct hd_image *image)
{
	for (size_t at = 0; at < image->used;) {
		const struct piece *p = (const struct piece *)(const void *)(image->room + at);

		hd_copy(p->at, p->bytes, p->n);
		at += piece_size(p->n);
	}
}
