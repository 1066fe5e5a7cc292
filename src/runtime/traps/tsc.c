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
static bool is_program(const struct dl_phdr_info *info, uintptr_t code)
{
	const struct hd_module *m = hd_module_of(code);

	return !info->dlpi_name || !*info->dlpi_name || (m && m->instrumented);
}

static int look_for_counter(struct dl_phdr_info *info, size_t size, void *found)
{
	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t lo = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X) || !is_program(info, lo))
			continue;
		if (hd_code_reads_counter((const unsigned char *)lo, ph->p_memsz))
			*(bool *)found = true;
	}
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
