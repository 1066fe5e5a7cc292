/* SPDX-License-Identifier: Apache-2.0
 *
 * The signal handler only sends the thread on a detour on its own stack, because there it may wait and others
 * may go on. */
#include "runtime/syscall/raw_caught.h"

#include <errno.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "runtime/arch/detour.h"
#include "runtime/common/rt.h"
#include "runtime/syscall/syscall_model.h"
#include "runtime/traps/raw.h"
#include "runtime/traps/raw_scan.h"

#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2
#endif

static void call_model(struct hd_detour *f)
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
	if (r[REG_RAX] == SYS_rt_sigreturn && hd_raw_restorer()) {
		r[REG_RIP] = (greg_t)hd_raw_restorer();
		return true;
	}
	if (!hd_active() || hd_raw_by_system((uintptr_t)r[REG_RIP])) {
		carry_out_now(r);
		return true;
	}
	hd_detour(context, call_model);
	return true;
}
