/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/program_end.h"

#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"

void hd_announce_end(uint32_t site)
{
	struct hd_op op = hd_op(HD_END, NULL, site);

	if (hd_rt.run.self->life != HD_LIFE_DEAD)
		hd_sched_point(&op);
}

void hd_end_program(int status, uint32_t site)
{
	hd_announce_end(site);
	/* In a function that exit() calls, the thread's operation is still the exit. */
	hd_run_exit(status, hd_rt.run.exiting ? site : HD_NO_SITE);
}
