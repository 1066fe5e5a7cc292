/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/point_image.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/heap_reset.h"
#include "runtime/memory/snapshot.h"
#include "runtime/state/pool.h"

#define ROOM (8UL << 20) /* for one image: a point that needs more is slower than most prefixes */

bool hd_point_images_prepare(struct hd_backpoint *points, unsigned n)
{
	char *room = (char *)hd_syscall(SYS_mmap, NULL, ROOM * n, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (room == MAP_FAILED)
		return false;
	for (unsigned i = 0; i < n; i++)
		points[i].image = (struct hd_image){.room = room + i * ROOM, .size = ROOM};
	return true;
}

bool hd_point_image_take(struct hd_backpoint *p)
{
	struct hd_image *image = &p->image;

	hd_image_clear(image);
	hd_threads_note_stacks();
	if (!hd_own_pages_add(image, &p->pages))
		return false;
	hd_pool_add_to(image);
	hd_heap_add_to(image);
	hd_snapshot_add_to(image);
	return !image->full;
}

bool hd_point_image_put_back(const struct hd_backpoint *p)
{
	if (!hd_own_pages_clear_others(&p->pages))
		return false;
	/* What the image does not hold becomes what it was before main: there it was the same at the point.
	 */
	hd_pool_reset();
	hd_heap_reset((enum hd_heap_mode)hd_rt.run.plan.heap);
	hd_snapshot_drop();
	hd_image_put_back(&p->image);
	return true;
}
