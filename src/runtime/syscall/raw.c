/* SPDX-License-Identifier: Apache-2.0
 *
 * The signal handler only sends the thread on a detour on its own stack, because there it may wait and others
 * may go on. */
#include "runtime/syscall/raw.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/arch/detour.h"
#include "runtime/common/rt.h"
#include "runtime/engine/sched.h"
#include "runtime/syscall/raw_scan.h"
#include "runtime/syscall/syscall_model.h"

#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2
#endif

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

static void call(struct hd_detour *f)
{
	int before = errno;

	f->rax = hd_syscall_model(f->rax, f->args, (uintptr_t)f->rip);
	errno = before;
}

static void carry_out_now(greg_t *r)
{
	int before = errno;

	r[REG_RAX] = hd_kernel_result(
	    hd_syscall(r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]));
	errno = before;
}

bool hd_raw_caught(const siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	if (info->si_signo != SIGSYS || info->si_code != SYS_USER_DISPATCH)
		return false;
	r[REG_RAX] = info->si_syscall;
	if (r[REG_RAX] == SYS_rt_sigreturn && restorer) {
		r[REG_RIP] = (greg_t)restorer;
		return true;
	}
	if (!hd_active() || hd_raw_by_system((uintptr_t)r[REG_RIP])) {
		carry_out_now(r);
		return true;
	}
	hd_detour(context, call);
	return true;
}
