/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/point_process.h"

#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/common/rt.h"

#define LOOK_NS 100000000 /* how often the control process looks whether the point is still alive */

static void ring(uint32_t *bell, uint32_t value)
{
	__atomic_store_n(bell, value, __ATOMIC_SEQ_CST);
	hd_syscall(SYS_futex, bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* A process like this one, with the same parent. */
static pid_t copy_beside(void)
{
	return (pid_t)hd_syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
}

/* Without its control process it is of no use. */
static void end_with(pid_t control)
{
	hd_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (hd_syscall(SYS_getppid) != control)
		hd_syscall(SYS_exit_group, EXIT_SUCCESS);
}

/* Returns in each branch. */
static void wait_for_branches(struct hd_backpoint *p)
{
	pid_t branch;

	do {
		while (__atomic_load_n(&p->bell, __ATOMIC_SEQ_CST) == 0)
			hd_syscall(SYS_futex, &p->bell, FUTEX_WAIT, 0, NULL, NULL, 0);
		__atomic_store_n(&p->bell, 0, __ATOMIC_SEQ_CST);
		branch = copy_beside();
		if (branch < 0) /* no memory, no process: the control process does without this point */
			hd_syscall(SYS_exit_group, EXIT_FAILURE);
		if (branch > 0)
			ring(&p->branch, (uint32_t)branch);
	} while (branch > 0);
}

enum hd_point_side hd_point_process_take(struct hd_backpoint *p, pid_t control)
{
	pid_t process;

	p->bell = p->branch = 0;
	process = copy_beside();
	if (process > 0)
		p->process = process;
	if (process)
		return process > 0 ? HD_POINT_RUN : HD_POINT_NONE;
	end_with(control);
	wait_for_branches(p);
	end_with(control);
	return HD_POINT_BRANCH;
}

static bool has_died(const struct hd_backpoint *p)
{
	return hd_syscall(SYS_wait4, p->process, NULL, WNOHANG, NULL) == p->process;
}

pid_t hd_point_process_branch(struct hd_backpoint *p)
{
	const struct timespec a_while = {.tv_nsec = LOOK_NS};
	uint32_t branch;

	p->branch = 0;
	ring(&p->bell, 1);
	while (!(branch = __atomic_load_n(&p->branch, __ATOMIC_SEQ_CST))) {
		hd_syscall(SYS_futex, &p->branch, FUTEX_WAIT, 0, &a_while, NULL, 0);
		if (!p->branch && has_died(p)) {
			p->process = 0;
			return 0;
		}
	}
	return (pid_t)branch;
}

void hd_point_process_end(struct hd_backpoint *p, pid_t control)
{
	if (p->process <= 0)
		return;
	hd_syscall(SYS_kill, p->process, SIGKILL);
	/* A run that ends a point is not its parent: the control process finds it among what runs left. */
	if (hd_syscall(SYS_getpid) == control)
		hd_syscall(SYS_wait4, p->process, NULL, 0, NULL);
	p->process = 0;
}
