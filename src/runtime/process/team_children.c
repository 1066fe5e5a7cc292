/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/process/team_children.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "runtime/common/team.h"

/* A command that was started natively is waited for by its id. */
bool hd_team_is_parent(const struct hd_wanted *w)
{
	for (uint32_t i = 1; hd_team() && i < hd_team_state->n; i++)
		if (hd_team_state->members[i].parent == hd_process &&
		    (w->type != P_PID || hd_team_state->members[i].shown == (pid_t)w->id))
			return true;
	return false;
}

static bool is_wanted_child(const struct hd_member *m, const struct hd_wanted *w)
{
	switch (w->type) {
	case P_PID:
		return m->shown == (pid_t)w->id;
	case P_PGID:
		return hd_syscall(SYS_getpgid, m->pid) ==
		       (w->id ? (long)hd_team_real_pid((pid_t)w->id) : hd_syscall(SYS_getpgid, 0));
	default:
		return true;
	}
}

pid_t hd_team_ended(const struct hd_wanted *w, siginfo_t *info, bool *alive)
{
	*alive = false;
	memset(info, 0, sizeof *info);
	for (uint32_t i = 1; i < hd_team_state->n; i++) {
		const struct hd_member *m = &hd_team_state->members[i];

		if (m->parent != hd_process || m->waited || !is_wanted_child(m, w))
			continue;
		if (!m->ended) {
			*alive = true;
			continue;
		}
		info->si_signo = SIGCHLD;
		info->si_pid = m->shown;
		info->si_code = m->code;
		info->si_status = m->status;
		return m->shown;
	}
	return 0;
}

void hd_team_waited(pid_t pid)
{
	for (uint32_t i = 1; i < hd_team_state->n; i++)
		if (hd_team_state->members[i].shown == pid)
			hd_team_state->members[i].waited = true;
}
