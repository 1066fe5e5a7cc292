/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/team.h"

#include <sys/syscall.h>

struct hd_team_state *hd_team_state;
unsigned hd_process;

bool hd_team_has_others(void)
{
	for (uint32_t i = 0; hd_team() && i < hd_team_state->n; i++)
		if (i != hd_process && !hd_team_state->members[i].ended)
			return true;
	return false;
}

hd_tid hd_team_first(void)
{
	return hd_team() ? hd_member_here()->first : 0;
}

pid_t hd_team_pid(void)
{
	return hd_member_here()->shown;
}

pid_t hd_team_parent_pid(void)
{
	return hd_team_state->members[hd_member_here()->parent].shown;
}

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

	HD_ASSERT(number < hd_team_state->n, "process %u of %u", number, hd_team_state->n);
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

void hd_team_changed(void)
{
	if (hd_team())
		hd_team_state->changed = true;
}

uint64_t hd_team_next_timer(void)
{
	uint64_t next = HD_NO_DEADLINE;

	for (uint32_t i = 0; hd_team() && i < hd_team_state->n; i++)
		if (i != hd_process && !hd_team_state->members[i].ended &&
		    hd_team_state->members[i].timer < next)
			next = hd_team_state->members[i].timer;
	return next;
}
