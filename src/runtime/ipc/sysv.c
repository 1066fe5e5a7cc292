/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ipc/sysv.h"

#include <errno.h>

#include "runtime/engine/failure.h"
#include "runtime/io/transfer.h"

static struct object {
	enum hd_leaving kind;
	int id;
} objects[HD_MAX_SYSV_OBJECTS]; /* in the order in which the run met them */
static unsigned nobjects;

void hd_sysv_run_begin(void)
{
	nobjects = 0;
}

uint64_t hd_sysv_object(enum hd_leaving kind, int id, uint32_t site)
{
	unsigned i = 0;

	while (i < nobjects && (objects[i].kind != kind || objects[i].id != id))
		i++;
	if (i == nobjects) {
		hd_room_for(HD_FULL_SYSV_OBJECTS, nobjects, site);
		objects[nobjects++] = (struct object){kind, id};
	}
	return (uint64_t)(uintptr_t)&objects[i];
}

enum hd_distance hd_sysv_distance(void)
{
	return hd_rt.run.shares || hd_rt.wire->served ? HD_OUTSIDE : HD_INSIDE;
}

void hd_sysv_point(enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = hd_op(kind, NULL, site);

	if (hd_active())
		hd_sched_point(&op);
}

int hd_sysv_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, bool at_once)
{
	if (!at_once)
		return hd_look_wait(op, look, deadline, false);
	hd_sched_point(op);
	return 0;
}

int hd_sysv_failed(bool waited)
{
	if (waited && errno == EINVAL)
		errno = EIDRM;
	return -1;
}

void hd_sysv_changed(void)
{
	hd_sched_progress();
	hd_outside_changed();
}
