/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/traps/tsc.h"

#include <link.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "runtime/arch/instructions.h"
#include "runtime/arch/registers.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/access/string_real.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/reset/uncontrolled_calls.h"
#include "runtime/traps/raw_scan.h"

#define TICKS_START 100000000000000ULL /* what the counter shows at virtual time 0, at 1 GHz */

static bool is_on;

/* The program itself and libraries that were rebuilt. Other libraries may read the counter for things that do
 * not matter, such as a random generator that the program never uses. For them alone the kernel is not told
 * to trap it, because then all reading of clocks takes longer. */
static bool is_program(const struct dl_phdr_info *info, const struct hd_module *m)
{
	return !info->dlpi_name || !*info->dlpi_name || (m && m->instrumented);
}

static const struct hd_module *module_of(const struct dl_phdr_info *info)
{
	const struct hd_module *m = NULL;

	for (unsigned i = 0; i < info->dlpi_phnum && !m; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			m = hd_module_of(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	return m;
}

static bool reads_counter(const struct dl_phdr_info *info)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_LOAD && ph->p_flags & PF_X &&
		    hd_code_reads_counter((const unsigned char *)(info->dlpi_addr + ph->p_vaddr),
					  ph->p_memsz))
			return true;
	}
	return false;
}

/* One process of a search tells the others what it has found. */
static int look_for_counter(struct dl_phdr_info *info, size_t size, void *found)
{
	const struct hd_module *m = module_of(info);
	_Atomic uint32_t *note = m ? &hd_rt.wire->modules[m->index].reads_counter : NULL;
	uint32_t known = note ? atomic_load_explicit(note, memory_order_relaxed) : HD_WIRE_UNKNOWN;

	(void)size;
	if (!is_program(info, m))
		return 0;
	if (known == HD_WIRE_UNKNOWN)
		known = reads_counter(info) ? HD_WIRE_YES : HD_WIRE_NO;
	if (note)
		atomic_store_explicit(note, known, memory_order_relaxed);
	*(bool *)found |= known == HD_WIRE_YES;
	return 0;
}

void hd_tsc_look(void)
{
	bool found = false;

	if (is_on)
		return;
	dl_iterate_phdr(look_for_counter, &found);
	is_on = found && !hd_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}

void hd_tsc_give_up(uint32_t site)
{
	if (!is_on)
		return;
	hd_tsc_allow();
	is_on = false;
	hd_source_at(HD_SOURCE_CLOCK, site, "rdtsc");
}

void hd_tsc_allow(void)
{
	if (is_on)
		hd_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
}

void hd_tsc_resume(void)
{
	if (is_on)
		hd_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}

/* For code that is not the program's: libc asks the kernel's own page for the time, which reads the counter.
 */
static uint64_t real_ticks(void)
{
	uint64_t ticks;

	hd_tsc_allow();
	ticks = hd_counter_ticks();
	hd_tsc_resume();
	return ticks;
}

bool hd_tsc_caught(const siginfo_t *info, void *context)
{
	uintptr_t pc = hd_context_pc(context);
	unsigned length;
	uint64_t ticks;

	if (!is_on || info->si_signo != SIGSEGV || info->si_code != SI_KERNEL)
		return false;
	length = hd_counter_instruction((const unsigned char *)pc);
	if (!length)
		return false;
	ticks = hd_active() && !hd_raw_by_system(pc + 1) ? TICKS_START + hd_vtime_reading() : real_ticks();
	hd_counter_answer(context, length, ticks);
	return true;
}
