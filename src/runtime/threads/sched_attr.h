/* SPDX-License-Identifier: Apache-2.0
 *
 * What sched_setattr() and sched_getattr() are about, as the first kernels that had them know it. The headers
 * of older C libraries do not have it. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

struct hd_sched_attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};
_Static_assert(sizeof(struct hd_sched_attr) == 48, "the kernel's first size");

int sched_setattr(pid_t pid, struct hd_sched_attr *attr, unsigned flags);
int sched_getattr(pid_t pid, struct hd_sched_attr *attr, unsigned size, unsigned flags);
