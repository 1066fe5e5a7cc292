/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/identity.h"

#include <limits.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/format.h"
#include "runtime/common/team.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/recorded_facts.h"

struct fact {
	uint32_t epoch; /* the run in which it was asked for */
	pid_t real, seen;
};

static struct fact self, parent, group, session;

/* The controller has put this process into a group of its own, which natively it would share with what
 * started it. A forked run shares it with this process. */
static pid_t real_of(long number)
{
	pid_t real = (pid_t)hd_syscall(number, 0);

	if (number == SYS_getpgid && real == (pid_t)hd_syscall(SYS_getpid) && !hd_rt.run.is_leader)
		return (pid_t)hd_syscall(SYS_getpgid, hd_syscall(SYS_getppid));
	return real;
}

/* Asked for once in a run, and again when it may have changed. */
static pid_t observe_id(struct fact *f, long number)
{
	if (f->epoch != hd_rt.run.epoch) {
		f->real = real_of(number);
		f->seen = (pid_t)hd_recorded_fact((uint32_t)f->real);
		f->epoch = hd_rt.run.epoch;
	}
	return f->seen;
}

pid_t hd_pid_of(pid_t shown)
{
	return shown && self.epoch == hd_rt.run.epoch && shown == self.seen ? self.real
									    : hd_team_real_pid(shown);
}

pid_t hd_id_of_number(pid_t shown)
{
	return hd_active() && shown && hd_thread_of_number(shown) ? (pid_t)hd_syscall(SYS_getpid) : shown;
}

bool hd_identity_was_asked(void)
{
	uint32_t run = hd_rt.run.epoch;

	return self.epoch == run || parent.epoch == run || group.epoch == run || session.epoch == run;
}

void hd_identity_changed(void)
{
	group.epoch = session.epoch = 0;
	hd_rt.run.is_leader = true;
}

void hd_identity_forked(pid_t shown, pid_t shown_parent)
{
	self = (struct fact){hd_rt.run.epoch, (pid_t)hd_syscall(SYS_getpid), shown};
	parent = (struct fact){hd_rt.run.epoch, (pid_t)hd_syscall(SYS_getppid), shown_parent};
}

pid_t hd_shown_pid(void)
{
	return observe_id(&self, SYS_getpid);
}

pid_t hd_shown_parent(void)
{
	return observe_id(&parent, SYS_getppid);
}

pid_t hd_shown_group(void)
{
	return observe_id(&group, SYS_getpgid);
}

pid_t hd_shown_session(void)
{
	return observe_id(&session, SYS_getsid);
}

pid_t hd_parent_as_told(pid_t real)
{
	return self.epoch == hd_rt.run.epoch && real == self.real ? self.seen : real;
}

static const char proc[] = "/proc/";

const char *hd_path_of_own(const char *path, char own[static HD_OWN_PATH])
{
	const char *at = path;
	pid_t pid = 0;

	if (!path || !hd_active() || strncmp(path, proc, sizeof proc - 1) != 0 ||
	    self.epoch != hd_rt.run.epoch)
		return path;
	for (at += sizeof proc - 1; *at >= '0' && *at <= '9' && pid < INT_MAX / 10 - 9; at++)
		pid = pid * 10 + (*at - '0');
	if (*at != '/' || pid != self.seen || strlen(at) >= HD_OWN_PATH - sizeof "/proc/self")
		return path;
	hd_format(own, HD_OWN_PATH, "/proc/self%s", at);
	return own;
}

/* gettid() counts from the process's number. */
struct hd_thread *hd_thread_of_number(pid_t tid)
{
	pid_t first = hd_shown_pid() - hd_team_first();
	struct hd_thread *t = tid >= first ? hd_thread_by_id((hd_tid)(tid - first)) : NULL;

	return t && t->life == HD_LIFE_ALIVE && hd_is_here(t) ? t : NULL;
}
