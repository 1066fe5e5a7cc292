/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/supervisor/reap.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/server/server_stages.h"
#include "heddle/workers/leavings_sweep.h"
#include "heddle/workers/worker_life.h"

/* Look whether a worker's process has ended. True: there is an event. */
static bool reap_worker(struct hd_workers *c, unsigned index, struct hd_workers_event *e)
{
	struct hd_worker *w = &c->workers[index];
	siginfo_t info = {0};
	int status;

	if (!w->pid || waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid)
		return false;
	kill(-w->pid, SIGKILL); /* what the program may have left behind; before the id is free again */
	if (waitpid(w->pid, &status, 0) != w->pid)
		return false;
	if (WIFSIGNALED(status))
		hd_leavings_sweep(w->pid);
	hd_workers_forget(c, index);
	if (!c->around)
		return hd_workers_ended(c, index, status, e);
	hd_server_gone(c, index, status);
	return false;
}

void hd_workers_launch(struct hd_workers *c, unsigned index)
{
	if (c->around)
		hd_server_begin(c, index);
	else
		hd_workers_spawn(c, index, c->output, &HD_NETWORK_NONE);
}

void hd_workers_launch_due(struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		struct hd_worker *w = &c->workers[i];

		if (!w->due)
			continue;
		w->due = false;
		w->done = !hd_workers_has_work(c, i);
		if (!w->done)
			hd_workers_launch(c, i);
	}
}

bool hd_workers_reap(struct hd_workers *c, struct hd_workers_event *e)
{
	unsigned seen = c->target->signals->children;
	bool event = false;

	for (unsigned i = 0; i < c->n && !event; i++)
		event = reap_worker(c, i, e);
	hd_workers_launch_due(c);
	if (event)
		return true; /* children_seen stays behind: the others are looked at next time */
	c->children_seen = seen;
	if (c->trouble) {
		e->what = HD_WORKERS_TROUBLE;
		return true;
	}
	return false;
}
