/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/crash.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/arch/registers.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/caller.h"
#include "runtime/engine/failure.h"
#include "runtime/state/hooks.h"
#include "runtime/engine/spin.h"
#include "runtime/state/standstill.h"
#include "runtime/memory/snapshot.h"

#define HANDLER_STACK (128UL << 10)

uintptr_t hd_crash_user;

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

/* The address of the program's code at the signal. After a call through a wild pointer it is the address of
 * the call, and in a function that the runtime performs for a library it is the address of that function's
 * user. */
static uintptr_t code_address(const void *context)
{
	uintptr_t pc = hd_context_pc(context), caller = 0;
	struct iovec to = {&caller, sizeof caller}, from = {(void *)hd_context_sp(context), sizeof caller};

	if (hd_crash_user && hd_by_runtime(pc)) {
		pc = hd_crash_user - 1;
		hd_crash_user = 0;
		return pc;
	}
	if (hd_module_of(pc) ||
	    hd_syscall(SYS_process_vm_readv, getpid(), &to, 1, &from, 1, 0) != sizeof caller)
		return pc;
	return hd_module_of(caller) ? caller - 1 : pc;
}

static void on_fatal(int signal, siginfo_t *info, void *context)
{
	struct sigaction sa = {.sa_handler = SIG_DFL};

	if (hd_hooks.trap_caught(info, context))
		return;
	if (hd_active())
		hd_failure_signal(signal, code_address(context), (uintptr_t)info->si_addr);
	/* Outside of a run the crash is the runtime's own. The controller sees the signal. */
	HD_REAL(sigaction)(signal, &sa, NULL);
	hd_syscall(SYS_tgkill, getpid(), hd_syscall(SYS_gettid), signal);
}

static void on_watch(int signal, siginfo_t *info, void *context)
{
	uintptr_t pc = hd_context_pc(context);

	(void)info;
	if (atomic_exchange(&hd_rt.slot->overdue, 0) && (hd_active() || hd_standstill_looks()))
		hd_rt.run.overdue = hd_rt.run.urgent = true;
	/* Do not end the run in the runtime's own code: the record must be whole, or the replay would differ.
	 * The next scheduling point or tick ends the run then. */
	if (hd_rt.run.overdue && hd_active() && !hd_standstill_looks() && !hd_by_runtime(pc))
		hd_failure_overdue(pc);
	if (signal == HD_TICK_SIGNAL)
		hd_spin_tick(context);
}

void hd_crash_catch(int signal)
{
	struct sigaction sa = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	HD_REAL(sigaction)(signal, &sa, NULL);
}

void hd_crash_init(void)
{
	char *stack = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t ss = {.ss_sp = stack, .ss_size = HANDLER_STACK};
	struct sigaction watch = {.sa_sigaction = on_watch,
				  .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};

	if (stack == MAP_FAILED)
		hd_refuse("no memory for the signal stack");
	hd_snapshot_exclude(stack, HANDLER_STACK);
	sigaltstack(&ss, NULL);
	for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
		hd_crash_catch(fatal[i]);
	HD_REAL(sigaction)(HD_WATCH_SIGNAL, &watch, NULL);
	HD_REAL(sigaction)(HD_TICK_SIGNAL, &watch, NULL);
	hd_spin_watch();
}

void hd_crash_forget(void)
{
	struct sigaction sa = {.sa_handler = SIG_DFL}, old;

	for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
		if (!HD_REAL(sigaction)(fatal[i], NULL, &old) && old.sa_sigaction == on_fatal)
			HD_REAL(sigaction)(fatal[i], &sa, NULL);
}
