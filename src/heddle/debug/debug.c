/* SPDX-License-Identifier: Apache-2.0
 *
 * Heddle traces the program and serves the debugger, which is a child of Heddle or comes by itself. The reset
 * is exec: one process makes one run, and no page of it is write-protected behind the debugger's back. */
#include "heddle/debug/debug.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "debugger/server.h"
#include "heddle/cli/cmd.h"
#include "heddle/debug/connection.h"
#include "heddle/debug/gdb_start.h"
#include "heddle/debug/session_ops.h"
#include "heddle/debug/start.h"
#include "heddle/supervisor/worker_events.h"
#include "heddle/workers/schedule_send.h"

#define LOOK_EVERY_MS 100

/* gdb as a child of ours; 0: there is none. Its end is the end of the session. */
static bool gdb_has_ended(pid_t *gdb, int *status)
{
	if (!*gdb || waitpid(*gdb, status, WNOHANG) != *gdb)
		return false;
	*gdb = 0;
	return true;
}

static int status_of_gdb(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == HD_NO_GDB ? HD_STATUS_TROUBLE : HD_STATUS_FAILED;
}

/* The debugger's connection, or -1: it will not come. */
static int accept_debugger(const struct hd_listener *l, struct hd_signals *signals, pid_t *gdb, int *status)
{
	struct pollfd fds[] = {{.fd = l->fd, .events = POLLIN}, {.fd = signals->fd, .events = POLLIN}};
	struct sockaddr_storage from;
	socklen_t size = sizeof(from);

	for (;;) {
		poll(fds, 2, LOOK_EVERY_MS);
		hd_signals_read(signals);
		if (fds[0].revents & POLLIN)
			return accept4(l->fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC);
		if (gdb_has_ended(gdb, status) || (!*gdb && signals->interrupts))
			return -1;
	}
}

static void send_all(void *to, const char *bytes, size_t n)
{
	const int *fd = to;

	while (n) {
		ssize_t sent = send(*fd, bytes, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return;
		bytes += sent;
		n -= (size_t)sent;
	}
}

/* Until the debugger goes. While the program is stopped its client may still print. */
static void serve(struct hd_debug_session *s, bool own_gdb)
{
	struct hd_debuggee *d = &s->debuggee;
	struct hd_rsp_server server = {
	    .ops = &hd_debug_session_ops, .target = s, .send = send_all, .to = &d->connection};
	struct pollfd fds[] = {{.fd = d->connection, .events = POLLIN},
			       {.fd = d->target.signals->fd, .events = POLLIN}};
	char bytes[4096];

	while (!server.over) {
		poll(fds, 2, LOOK_EVERY_MS);
		hd_signals_read(d->target.signals);
		if (d->surrounded)
			hd_debug_server_look(&d->around, d->tracee.pid);
		if (!own_gdb && d->target.signals->interrupts)
			break;
		if (fds[0].revents) {
			ssize_t n = recv(d->connection, bytes, sizeof(bytes), MSG_DONTWAIT);

			if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
				break;
			if (n > 0)
				hd_rsp_take(&server, bytes, (size_t)n);
		}
	}
	hd_rsp_term(&server);
}

static void tell_port(const struct hd_listener *l, const struct hd_target *t)
{
	char *program = hd_shell_word(t->program);

	printf(
	    "heddle: waiting for a debugger at port %u: gdb -ex 'target extended-remote localhost:%u' %s\n",
	    l->port, l->port, program);
	fflush(stdout);
	free(program);
}

/* Wait for gdb to end: it may still ask its user something. */
static int end_of_gdb(pid_t gdb)
{
	int status = 0;

	while (gdb && waitpid(gdb, &status, 0) < 0 && errno == EINTR)
		;
	return status_of_gdb(status);
}

/* Ctrl-C on the terminal is for gdb. A handler, unlike an ignored signal, is not passed on to the program. */
static void leave_interrupt_to_gdb(int signal)
{
	(void)signal;
}

static int serve_at(struct hd_debug_session *s, struct hd_listener *l, int port)
{
	struct hd_debuggee *d = &s->debuggee;
	const struct sigaction none = {.sa_handler = leave_interrupt_to_gdb, .sa_flags = SA_RESTART};
	pid_t gdb = port == HD_DEBUG_OWN_GDB ? hd_gdb_start(&d->target, l) : 0;
	int status = 0;

	if (gdb < 0)
		return hd_complain_errno(errno, "cannot start gdb");
	if (gdb)
		sigaction(SIGINT, &none, NULL);
	else
		tell_port(l, &d->target);
	d->connection = accept_debugger(l, d->target.signals, &gdb, &status);
	hd_listener_close(l);
	if (d->connection < 0)
		return status_of_gdb(status);
	serve(s, gdb);
	close(d->connection);
	return end_of_gdb(gdb);
}

static int replay_under_debugger(struct hd_workers *workers, const struct hd_target *t,
				 const struct hd_schedule *s, int port)
{
	struct hd_debug_session session = {.debuggee = {.target = *t,
							.schedule = s,
							.workers = workers,
							.slot = &workers->wire->workers[0],
							.connection = -1}};
	struct hd_listener l;
	int status;

	session.debuggee.target.traced = true;
	hd_thread_texts_init(&session.texts);
	status = port == HD_DEBUG_OWN_GDB ? hd_listen_private(&l) : hd_listen_port(&l, (unsigned)port);
	if (!status)
		status = hd_debuggee_start(&session.debuggee);
	if (!status)
		status = serve_at(&session, &l, port);
	hd_tracee_kill(&session.debuggee.tracee);
	if (session.debuggee.surrounded)
		hd_debug_server_await_client(&session.debuggee.around);
	hd_debuggee_end(&session.debuggee);
	hd_stop_points_free(&session.debuggee.points);
	hd_code_map_free(&session.debuggee.code);
	hd_listener_term(&l);
	hd_timeline_term(&session.timeline);
	hd_thread_texts_term(&session.texts);
	hd_stack_ends_term(&session.stack_ends);
	return status;
}

int hd_debug_replay(const struct hd_target *t, const struct hd_schedule *s, int port)
{
	struct hd_workers workers;
	int status = HD_STATUS_TROUBLE;

	if (!hd_workers_init(&workers, t, 1) && !hd_schedule_send(s, workers.wire))
		status = replay_under_debugger(&workers, t, s, port);
	hd_workers_term(&workers);
	return status;
}
