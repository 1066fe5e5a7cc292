/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/traps/raw.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"
#include "runtime/traps/raw_scan.h"

static bool is_on;
static uintptr_t restorer; /* libc's code that returns from a signal handler */

static void switch_on(void)
{
	uintptr_t lo, hi;

	hd_raw_libc(&lo, &hi);
	if (hd_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, lo, hi - lo,
		       &hd_raw_selector))
		hd_refuse("%s enters the kernel without libc, and this kernel cannot hand such system calls "
			  "back (prctl PR_SET_SYSCALL_USER_DISPATCH: error %d); it takes Linux 5.11 or later",
			  hd_raw_culprit(), errno);
	is_on = true;
}

struct kernel_action { /* as the kernel has it: libc's hides the restorer */
	uintptr_t handler, flags, restorer;
	uint64_t mask;
};

static void find_restorer(void)
{
	struct kernel_action action = {0};

	hd_syscall(SYS_rt_sigaction, SIGSYS, NULL, &action, sizeof action.mask);
	restorer = action.restorer;
}

void hd_raw_look(void)
{
	if (!hd_raw_scan() || is_on)
		return;
	find_restorer();
	switch_on();
	if (hd_active())
		hd_raw_selector = HD_RAW_BLOCK;
}

void hd_raw_forked(void)
{
	if (is_on)
		switch_on();
}

void hd_raw_run_begin(void)
{
	hd_raw_selector = is_on ? HD_RAW_BLOCK : HD_RAW_ALLOW;
}

void hd_raw_run_end(void)
{
	hd_raw_selector = HD_RAW_ALLOW;
}

uintptr_t hd_raw_restorer(void)
{
	return restorer;
}
