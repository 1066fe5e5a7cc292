/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/text.h"

#define CANNOT_START 127
#define OUTPUT_MOST  (16u << 20) /* bytes that are kept */
#define LOOK_EVERY   100	 /* milliseconds */

static _Noreturn void child_exec(const struct hd_child *c, const struct hd_signals *signals, pid_t parent)
{
	int in = open(c->input ? c->input : "/dev/null", O_RDONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) /* it has ended before */
		_exit(CANNOT_START);
	setpgid(0, 0);
	hd_signals_restore(signals);
	if (in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(c->out, STDOUT_FILENO) < 0 ||
	    dup2(c->err, STDERR_FILENO) < 0 || (c->directory && chdir(c->directory)))
		_exit(CANNOT_START);
	for (size_t i = 0; c->variables && c->variables[i]; i++)
		putenv(c->variables[i]);
	execvp(c->argv[0], c->argv);
	_exit(CANNOT_START);
}

pid_t hd_child_start(const struct hd_child *c, const struct hd_signals *signals)
{
	pid_t parent = getpid(), pid = fork();

	if (!pid)
		child_exec(c, signals, parent);
	return pid;
}

/* Until the end of its output. False: not all of it came, because time is over or the user wants to stop. */
static bool take_output(int fd, FILE *f, struct hd_signals *signals, double until)
{
	static char buffer[65536];
	size_t taken = 0;

	for (;;) {
		struct pollfd news[] = {{.fd = fd, .events = POLLIN}, {.fd = signals->fd, .events = POLLIN}};
		ssize_t n;

		if (hd_now() > until || signals->interrupts)
			return false;
		poll(news, 2, LOOK_EVERY);
		hd_signals_read(signals);
		if (!news[0].revents)
			continue;
		n = read(fd, buffer, sizeof(buffer));
		if (n <= 0)
			return true;
		if (taken < OUTPUT_MOST)
			taken += fwrite(buffer, 1, (size_t)n, f);
	}
}

char *hd_child_output(const struct hd_child *c, struct hd_signals *signals, double seconds, size_t *size,
		      bool *complete)
{
	struct hd_child child = *c;
	struct hd_text text;
	int ends[2];
	char *all;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC)) {
		hd_complain_errno(errno, "cannot make a pipe");
		return NULL;
	}
	child.out = child.err = ends[1];
	pid = hd_child_start(&child, signals);
	close(ends[1]);
	if (pid < 0) {
		hd_complain_errno(errno, "cannot start %s", c->argv[0]);
		close(ends[0]);
		return NULL;
	}
	hd_text_begin(&text);
	*complete = take_output(ends[0], text.f, signals, hd_now() + seconds);
	all = hd_text_end(&text);
	*size = text.length;
	close(ends[0]);
	kill(-pid, SIGKILL);
	TEMP_FAILURE_RETRY(waitpid(pid, NULL, 0));
	if (!signals->interrupts)
		return all;
	free(all);
	hd_complain("interrupted");
	return NULL;
}
