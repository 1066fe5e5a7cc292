/* SPDX-License-Identifier: Apache-2.0
 *
 * gdb is a child of ours that inherits the shared memory and hands it on to the program. Meanwhile we answer
 * the runtime as ever, so that the program goes on when the user continues after the failure. One process is
 * enough, so the reset is exec: no page of the program is write-protected behind gdb's back. */
#include "heddle/debug/debug.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/debug/debug_server.h"
#include "heddle/supervisor/worker_events.h"
#include "heddle/workers/environment.h"
#include "heddle/workers/inherited.h"
#include "heddle/workers/schedule_send.h"

#define GDB_ARGS      32
#define LOOK_EVERY_MS 50
#define NO_GDB	      127 /* exit status of a child that found no gdb */

static void keep_open(int fd)
{
	fcntl(fd, F_SETFD, 0);
}

/* The shell with which gdb starts the program must not load the runtime, so `env` sets the variables. */
static char *wrapper_command(const struct hd_target *t, const struct hd_workers *c)
{
	char *preload = hd_environment_preload(t), *safe = hd_shell_word(preload);
	char *command =
	    hd_sprintf("set exec-wrapper env LD_PRELOAD=%s " HD_WIRE_ENV "=%d:%d:0 " HD_WORKER_ENV "=%u",
		       safe, c->wire_fd, c->control[1], (unsigned)t->around.worker);

	free(preload);
	free(safe);
	return command;
}

static unsigned add_command(char **argv, unsigned n, char *command)
{
	argv[n] = hd_strdup("-ex");
	argv[n + 1] = command;
	return n + 2;
}

/* With the program's input and output where they are to be. */
static char *command_to_run(const struct hd_target *t, int output)
{
	long self = (long)getpid();
	char *in = t->input < 0 ? hd_strdup("") : hd_sprintf(" < /proc/%ld/fd/%d", self, t->input);
	char *out = output < 0 ? hd_strdup("") : hd_sprintf(" > /proc/%ld/fd/%d 2>&1", self, output);
	char *command = hd_sprintf("run%s%s", in, out);

	free(in);
	free(out);
	return command;
}

static unsigned gdb_options(const struct hd_target *t, const struct hd_workers *c, int output, char **argv)
{
	unsigned n = 0;

	argv[n++] = hd_strdup("gdb");
	argv[n++] = hd_strdup("-q");
	n = add_command(argv, n, hd_strdup("set breakpoint pending on"));
	n = add_command(argv, n, hd_strdup("set print thread-events off"));
	/* The runtime's own: a system call without libc, and the time that a thread has run. */
	n = add_command(argv, n, hd_sprintf("handle SIGSYS SIG%d nostop noprint pass", HD_TICK_SIGNAL));
	/* gdb's own additions would be a change of the program's surroundings. */
	n = add_command(argv, n, hd_strdup("unset environment LINES"));
	n = add_command(argv, n, hd_strdup("unset environment COLUMNS"));
	n = add_command(argv, n, wrapper_command(t, c));
	n = add_command(argv, n, hd_sprintf("set cwd %s", t->directory));
	n = add_command(argv, n, hd_strdup("break hd_failure_hook"));
	n = add_command(argv, n, command_to_run(t, output));
	argv[n++] = hd_strdup("--args");
	return n;
}

static pid_t start_gdb(const struct hd_target *t, const struct hd_workers *c, const struct hd_debug_server *d)
{
	char **argv = hd_new(GDB_ARGS + t->nargs + 2, sizeof(*argv));
	unsigned options = gdb_options(t, c, hd_debug_server_output(d), argv);
	pid_t pid;

	for (unsigned i = 0; t->argv[i]; i++)
		argv[options + i] = t->argv[i];
	pid = fork();
	if (!pid) {
		hd_signals_restore(t->signals);
		hd_inherited_pass_on();
		keep_open(c->wire_fd);
		keep_open(c->control[1]);
		if (hd_network_enter(&d->network))
			_exit(NO_GDB);
		execvp(argv[0], argv);
		hd_complain_errno(errno, "cannot start gdb");
		_exit(NO_GDB);
	}
	for (unsigned i = 0; i < options; i++)
		free(argv[i]);
	free(argv);
	return pid;
}

/* The one run is over: nothing more is to be done. */
static void answer(struct hd_workers *c)
{
	struct hd_wire_worker *slot = &c->wire->workers[0];
	struct hd_wire_note note;

	while (read(c->control[0], &note, sizeof(note)) == (ssize_t)sizeof(note)) {
		if (note.what != HD_WIRE_LOOK)
			continue;
		c->wire->stop = 1;
		slot->state = HD_WORKER_RUNNING;
		syscall(SYS_futex, &slot->state, FUTEX_WAKE, 1, NULL, NULL, 0);
	}
}

/* Signals stay blocked meanwhile: Ctrl-C is for gdb. */
static int serve(struct hd_workers *c, struct hd_debug_server *d, pid_t gdb)
{
	struct pollfd control = {.fd = c->control[0], .events = POLLIN};
	int status;

	while (waitpid(gdb, &status, WNOHANG) == 0) {
		poll(&control, 1, LOOK_EVERY_MS);
		answer(c);
		hd_debug_server_look(d, gdb);
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == NO_GDB ? HD_STATUS_TROUBLE : HD_STATUS_FAILED;
}

static int replay_in_gdb(struct hd_workers *workers, const struct hd_target *t, const struct hd_schedule *s)
{
	struct hd_debug_server d;
	int status = HD_STATUS_TROUBLE;
	pid_t gdb;

	workers->wire->run_limit = 1;
	workers->wire->workers[0].reset = HD_RESET_EXEC;
	workers->wire->workers[0].failure.outcome = s->outcome;
	if (!hd_debug_server_begin(&d, t)) {
		gdb = start_gdb(t, workers, &d);
		status = gdb < 0 ? hd_complain_errno(errno, "cannot start gdb") : serve(workers, &d, gdb);
	}
	hd_debug_server_end(&d);
	return status;
}

int hd_debug_replay(const struct hd_target *t, const struct hd_schedule *s)
{
	struct hd_workers workers;
	int status = HD_STATUS_TROUBLE;

	if (!hd_workers_init(&workers, t, 1) && !hd_schedule_send(s, workers.wire))
		status = replay_in_gdb(&workers, t, s);
	hd_workers_term(&workers);
	return status;
}
