/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/benign.h"

#include "runtime/common/full.h"
#include "runtime/engine/sched.h"

static struct {
	uint64_t addr, size;
} benign[HD_MAX_BENIGN];
static unsigned nbenign, nbenign_before_main;

void hd_benign_run_begin(void)
{
	nbenign = nbenign_before_main;
}

void hd_benign_add(uintptr_t addr, size_t size)
{
	for (unsigned i = 0; i < nbenign; i++)
		if (benign[i].addr == addr && benign[i].size == size)
			return;
	if (hd_is_full(HD_FULL_BENIGN, nbenign))
		return;
	benign[nbenign].addr = addr;
	benign[nbenign].size = size;
	nbenign++;
	if (!hd_active())
		nbenign_before_main = nbenign;
}

bool hd_benign_has(uint64_t addr)
{
	for (unsigned i = 0; i < nbenign; i++)
		if (addr - benign[i].addr < benign[i].size)
			return true;
	return false;
}
