/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/traps/tsc.h"

#include <link.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/access/string_real.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/reset/uncontrolled_calls.h"
#include "runtime/traps/raw_scan.h"

#define TICKS_START 100000000000000ULL /* what the counter shows at virtual time 0, at 1 GHz */
#define FAR	    48		       /* bytes after a reading in which its halves are put together */

static bool is_on;

/* "rdtsc" and "rdtscp" are short, so that numbers may look like them. Where they are meant, the two halves of
 * the result are put together soon after: shl $32 of some register. */
static bool puts_together(const unsigned char *code, const unsigned char *end)
{
	const unsigned char *stop = end - code > FAR ? code + FAR : end;

	for (; code + 3 < stop; code++)
		if ((code[0] & 0xfe) == 0x48 && code[1] == 0xc1 && (code[2] & 0xf8) == 0xe0 && code[3] == 32)
			return true;
	return false;
}

static unsigned length_of(const unsigned char *code)
{
	if (code[0] != 0x0f)
		return 0;
	if (code[1] == 0x31)
		return 2;
	return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0;
}

static bool reads_counter(const unsigned char *code, size_t size)
{
	const unsigned char *end = code + size;

	while (code + 2 < end && (code = memchr(code, 0x0f, (size_t)(end - code - 2)))) {
		unsigned length = length_of(code);

		if (length && puts_together(code + length, end))
			return true;
		code++;
	}
	return false;
}

/* The program itself and libraries that were rebuilt. Other libraries may read the counter for things that do
 * not matter, such as a random generator that the program never uses. For them alone the kernel is not told
 * to trap it, because then all reading of clocks takes longer. */
static bool is_program(const struct dl_phdr_info *info, uintptr_t code)
{
	const struct hd_module *m = hd_module_of(code);

	return !info->dlpi_name || !*info->dlpi_name || (m && m->instrumented);
}

static int look_at(struct dl_phdr_info *info, size_t size, void *found)
{
	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t lo = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X) || !is_program(info, lo))
			continue;
		if (reads_counter((const unsigned char *)lo, ph->p_memsz))
			*(bool *)found = true;
	}
	return 0;
}

void hd_tsc_look(void)
{
	bool found = false;

	if (is_on)
		return;
	dl_iterate_phdr(look_at, &found);
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
	ticks = __builtin_ia32_rdtsc();
	hd_tsc_resume();
	return ticks;
}

bool hd_tsc_caught(const siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t pc = (uintptr_t)r[REG_RIP];
	unsigned length;
	uint64_t ticks;

	if (!is_on || info->si_signo != SIGSEGV || info->si_code != SI_KERNEL)
		return false;
	length = length_of((const unsigned char *)pc);
	if (!length)
		return false;
	ticks = hd_active() && !hd_raw_by_system(pc + 1) ? TICKS_START + hd_vtime_reading() : real_ticks();
	r[REG_RAX] = (greg_t)(ticks & 0xffffffff);
	r[REG_RDX] = (greg_t)(ticks >> 32);
	if (length == 3) /* which processor: the first */
		r[REG_RCX] = 0;
	r[REG_RIP] += length;
	return true;
}
