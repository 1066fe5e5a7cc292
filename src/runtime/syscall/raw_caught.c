/* SPDX-License-Identifier: Apache-2.0
 *
 * The signal handler only sends the thread on a detour on its own stack, because there it may wait and others
 * may go on. */
#include "runtime/syscall/raw_caught.h"

#include <errno.h>
#include <sys/syscall.h>

#include "runtime/arch/detour.h"
#include "runtime/arch/kernel_call.h"
#include "runtime/arch/registers.h"
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

	hd_detour_set_result(f, hd_syscall_model(hd_detour_call_number(f), f->args, hd_detour_pc(f)));
	errno = before;
}

static void carry_out_now(void *context, long number)
{
	long args[6];

	hd_context_call_args(context, args);
	hd_context_set_call_result(context, hd_enter_kernel(number, args));
}

bool hd_raw_caught(const siginfo_t *info, void *context)
{
	if (info->si_signo != SIGSYS || info->si_code != SYS_USER_DISPATCH)
		return false;
	hd_context_set_call_number(context, info->si_syscall);
	if (info->si_syscall == SYS_rt_sigreturn && hd_raw_restorer()) {
		hd_context_set_pc(context, hd_raw_restorer());
		return true;
	}
	if (!hd_active() || hd_raw_by_system(hd_context_pc(context))) {
		carry_out_now(context, info->si_syscall);
		return true;
	}
	hd_detour(context, call_model);
	return true;
}
