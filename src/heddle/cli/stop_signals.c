/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/stop_signals.h"

#include <errno.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/fail.h"

int hd_signals_init(struct hd_signals *s)
{
	sigset_t watched;

	sigemptyset(&watched);
	sigaddset(&watched, SIGCHLD);
	sigaddset(&watched, SIGINT);
	sigaddset(&watched, SIGTERM);
	sigaddset(&watched, SIGHUP);
	*s = (struct hd_signals){.fd = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK)};
	if (s->fd < 0)
		return hd_complain_errno(errno, "cannot watch for signals");
	sigprocmask(SIG_BLOCK, &watched, &s->original);
	signal(SIGPIPE, SIG_IGN); /* a write then fails, and says why */
	signal(SIGXFSZ, SIG_IGN);
	return 0;
}

void hd_signals_term(struct hd_signals *s)
{
	close(s->fd);
	sigprocmask(SIG_SETMASK, &s->original, NULL);
}

static void interrupted(struct hd_signals *s)
{
	sigset_t immediate;

	s->interrupts++;
	sigemptyset(&immediate);
	sigaddset(&immediate, SIGINT);
	sigaddset(&immediate, SIGTERM);
	sigprocmask(SIG_UNBLOCK, &immediate, NULL);
}

void hd_signals_read(struct hd_signals *s)
{
	struct signalfd_siginfo info;

	while (read(s->fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			s->children++;
		else
			interrupted(s);
	}
}

void hd_signals_restore(const struct hd_signals *s)
{
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigprocmask(SIG_SETMASK, &s->original, NULL);
}
