/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/cpu_time.h"

uint64_t hd_cpu_of_thread(const struct hd_thread *t)
{
	return t->cpu + (t == hd_rt.run.self ? hd_cpu_of_process() - hd_rt.run.cpu_mark : 0);
}
