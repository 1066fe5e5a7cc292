/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/family.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "base/assert.h"
#include "base/fail.h"

#define ROUNDS_MAX 1000 /* an orphan that is killed may have children, which become orphans */

static struct {
	pid_t *pids; /* children of heddle that stay: its own, and what the user's commands left running */
	size_t n, cap;
} family;

static bool is_own_process(pid_t pid)
{
	for (size_t i = 0; i < family.n; i++)
		if (family.pids[i] == pid)
			return true;
	return false;
}

void hd_family_add(pid_t pid)
{
	if (!family.n)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	family.pids = hd_grow(family.pids, &family.cap, family.n + 1, sizeof(*family.pids));
	family.pids[family.n++] = pid;
}

void hd_family_remove(pid_t pid)
{
	size_t i = 0;

	while (i < family.n && family.pids[i] != pid)
		i++;
	HD_ASSERT(i < family.n, "process %d is no child that stays", (int)pid);
	family.pids[i] = family.pids[--family.n];
}

/* The first child of heddle's that is no member of the family; 0: there is none. */
static pid_t next_orphan(void)
{
	FILE *f = fopen("/proc/thread-self/children", "re");
	pid_t found = 0;
	int pid;

	while (f && !found && fscanf(f, "%d", &pid) == 1)
		if (!is_own_process(pid))
			found = pid;
	if (f)
		fclose(f);
	return found;
}

void hd_family_keep_orphans(void)
{
	pid_t pid;

	while ((pid = next_orphan()))
		hd_family_add(pid);
}

void hd_family_kill_orphans(void)
{
	pid_t pid;

	for (int round = 0; round < ROUNDS_MAX && (pid = next_orphan()); round++) {
		kill(pid, SIGKILL);
		if (waitpid(pid, NULL, 0) != pid)
			return;
	}
}
