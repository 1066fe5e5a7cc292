/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/team_memory.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/arch/addresses.h"
#include "runtime/common/real.h"

#define MAX_VARIABLES 16

static struct {
	void *at;
	size_t size;
} variables[MAX_VARIABLES];
static unsigned nvariables;

struct hd_team_memory *hd_team_memory;

static unsigned nbefore; /* mappings from before main … */
static uintptr_t next_before;
static bool counted;

/* ---- the runtime's own ---- */

void hd_team_share(void *at, size_t size)
{
	void *shared = HD_REAL(mmap)(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	HD_ASSERT((uintptr_t)at % HD_PAGE == 0 && size % HD_PAGE == 0,
		  "a shared variable does not fill its pages");
	if (shared == MAP_FAILED || nvariables == MAX_VARIABLES)
		hd_refuse("no memory that the processes of a run could share");
	memcpy(shared, at, size);
	if (hd_syscall(SYS_mremap, shared, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) < 0)
		hd_refuse("memory cannot be shared between the processes of a run");
	variables[nvariables].at = at;
	variables[nvariables++].size = size;
}

void hd_team_separate(void)
{
	for (unsigned i = 0; i < nvariables; i++)
		hd_separate(variables[i].at, variables[i].size);
}

/* ---- the program's ---- */

void hd_team_memory_prepare(void)
{
	if (hd_team_memory)
		return;
	hd_team_memory = hd_keep_alloc(sizeof *hd_team_memory);
	hd_team_memory->next = HD_TEAM_ADDRESS;
}

/* What was mapped before main stays. */
void hd_team_memory_run_begin(void)
{
	hd_team_memory_prepare();
	if (!counted) {
		nbefore = hd_team_memory->n;
		next_before = hd_team_memory->next;
	}
	counted = true;
	hd_team_memory->n = nbefore;
	hd_team_memory->next = next_before;
}

static bool is_in(const struct hd_team_mapping *m, uint64_t addr)
{
	return addr - m->at < m->size;
}

bool hd_team_sees(uint64_t addr)
{
	for (unsigned i = 0; hd_team() && i < hd_team_memory->n; i++)
		if (is_in(&hd_team_memory->mappings[i], addr))
			return true;
	return hd_keeps((uintptr_t)addr); /* semaphores with names */
}
