/* SPDX-License-Identifier: Apache-2.0
 *
 * prctl(): the names of threads are ours, two settings are used by the runtime itself and modelled for the
 * program, and all others that change something move it to forked processes. */
#include <errno.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/reset/wrap_kernel.h"

#define LAST_SIGNAL 64

/* Since when these are as they are: a new run begins with both at 0, as a new process does. */
static struct {
	uint32_t epoch;
	int subreaper;	  /* the runtime is one always: orphans of a run come back to it    */
	int death_signal; /* a forked run has SIGKILL always: it must not outlive its worker */
} told;

static int *setting(int *which)
{
	if (told.epoch != hd_rt.run.epoch) {
		told.subreaper = told.death_signal = 0;
		told.epoch = hd_rt.run.epoch;
	}
	return which;
}

/* Those that only ask. What later kernels add is taken for a change. */
static bool only_asks(int option)
{
	static const uint8_t asking[] = {
	    PR_GET_DUMPABLE,	     PR_GET_KEEPCAPS,	  PR_GET_TIMING,      PR_GET_SECCOMP,
	    PR_CAPBSET_READ,	     PR_GET_TSC,	  PR_GET_SECUREBITS,  PR_GET_TIMERSLACK,
	    PR_MCE_KILL_GET,	     PR_GET_NO_NEW_PRIVS, PR_GET_UNALIGN,     PR_GET_ENDIAN,
	    PR_GET_SPECULATION_CTRL, PR_GET_TID_ADDRESS,  PR_GET_THP_DISABLE,
	};

	return option == PR_SET_VMA || (option > 0 && option < 256 && memchr(asking, option, sizeof asking));
}

static int set_name(const char *name)
{
	struct hd_thread *t = hd_self();

	strncpy(t->name, name, sizeof t->name - 1); /* the kernel cuts longer ones, too */
	t->name[sizeof t->name - 1] = 0;
	return 0;
}

static int set_death_signal(unsigned long signal)
{
	if (signal > LAST_SIGNAL) {
		errno = EINVAL;
		return -1;
	}
	*setting(&told.death_signal) = (int)signal;
	return 0;
}

static int pass_on(int option, const unsigned long *a, uint32_t site)
{
	int result;

	if (option == PR_SET_SECCOMP && a[0] == SECCOMP_MODE_STRICT)
		hd_leaves_strict(site);
	result = HD_REAL(prctl)(option, a[0], a[1], a[2], a[3]);
	if (result >= 0 && !only_asks(option))
		hd_taint(HD_TAINT_KERNEL);
	return result;
}

static int change_process(int option, const unsigned long *a, uint32_t site)
{
	switch (option) {
	case PR_SET_NAME:
		return set_name((const char *)a[0]);
	case PR_GET_NAME:
		hd_thread_name(hd_self(), (char *)a[0]);
		return 0;
	case PR_SET_CHILD_SUBREAPER:
		*setting(&told.subreaper) = a[0] != 0;
		return 0;
	case PR_GET_CHILD_SUBREAPER:
		*(int *)a[0] = *setting(&told.subreaper);
		return 0;
	case PR_SET_PDEATHSIG:
		return set_death_signal(a[0]);
	case PR_GET_PDEATHSIG:
		*(int *)a[0] = *setting(&told.death_signal);
		return 0;
	default:
		return pass_on(option, a, site);
	}
}

HD_EXPORT int prctl(int option, ...)
{
	unsigned long a[4];
	va_list ap;

	va_start(ap, option);
	for (int i = 0; i < 4; i++)
		a[i] = va_arg(ap, unsigned long);
	va_end(ap);
	if (!hd_active())
		return HD_REAL(prctl)(option, a[0], a[1], a[2], a[3]);
	return change_process(option, a, HD_SITE());
}
