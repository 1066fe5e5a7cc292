/* SPDX-License-Identifier: Apache-2.0
 *
 * What processes of a run do to each other: they wait for their children, and they send signals. */
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "runtime/process/team_state.h"

pid_t hd_team_real_pid(pid_t shown)
{
	for (uint32_t i = 0; hd_team() && i < hd_team_state->n; i++)
		if (!hd_team_state->members[i].waited && hd_team_state->members[i].shown == shown)
			return hd_team_state->members[i].pid;
	return shown;
}

int hd_team_member(pid_t pid)
{
	for (uint32_t i = 0; hd_team() && i < hd_team_state->n; i++)
		if (!hd_team_state->members[i].waited && hd_team_state->members[i].shown == pid)
			return (int)i;
	return -1;
}

void hd_team_mail(unsigned number, const siginfo_t *info)
{
	struct hd_member *m = &hd_team_state->members[number];

	if (m->ended)
		return;
	if (m->nmail < HD_MAIL_MAX)
		m->mail[m->nmail++] = *info;
	hd_team_state->changed = true;
}

void hd_team_mail_group(const siginfo_t *info)
{
	long group = hd_syscall(SYS_getpgid, 0);

	for (uint32_t i = 0; info && hd_team() && i < hd_team_state->n; i++)
		if (i != hd_process && !hd_team_state->members[i].ended &&
		    hd_syscall(SYS_getpgid, hd_team_state->members[i].pid) == group)
			hd_team_mail(i, info);
}

/* A command that was started natively is waited for by its id. */
bool hd_team_is_parent(const struct hd_wanted *w)
{
	for (uint32_t i = 1; hd_team() && i < hd_team_state->n; i++)
		if (hd_team_state->members[i].parent == hd_process &&
		    (w->type != P_PID || hd_team_state->members[i].shown == (pid_t)w->id))
			return true;
	return false;
}

static bool is_wanted(const struct hd_member *m, const struct hd_wanted *w)
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

		if (m->parent != hd_process || m->waited || !is_wanted(m, w))
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
