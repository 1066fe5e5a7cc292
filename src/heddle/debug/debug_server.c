/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/debug_server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"

#define PACE_US	     5000
#define CLIENT_LOOKS 200

static void show_client_output(const struct hd_debug_server *d)
{
	const struct hd_command *c = &d->client;

	if (!c->output.total || d->again)
		return;
	printf("heddle: --%s printed:\n", c->name);
	hd_capture_print(&c->output, stdout);
	fflush(stdout);
}

/* Run a command to its end. 0, or HD_EXIT_TROUBLE after a sentence. */
static int run_to_end(struct hd_debug_server *d, struct hd_command *c)
{
	char *story;

	if (!c->text)
		return 0;
	if (hd_command_start(c, d->target, 0, &d->network))
		return hd_complain_errno(errno, "cannot start a shell for --%s", c->name);
	while (!hd_command_ended(c))
		usleep(PACE_US);
	if (hd_command_succeeded(c))
		return 0;
	story = hd_command_story(c);
	hd_complain("%s", story);
	free(story);
	return HD_EXIT_TROUBLE;
}

static int prepare_ready(struct hd_debug_server *d, const char *text)
{
	char *error;

	if (!text)
		return 0;
	error = hd_ready_init(&d->ready, text);
	if (error) {
		hd_complain("--ready: %s", error);
		free(error);
		return HD_EXIT_TROUBLE;
	}
	d->has_ready = true;
	return 0;
}

int hd_debug_server_begin(struct hd_debug_server *d, const struct hd_target *t, size_t passed_on)
{
	const struct hd_surroundings *s = &t->around;

	*d = (struct hd_debug_server){.target = t,
				      .setup = {.name = "setup", .text = s->setup},
				      .client = {.name = "client", .text = s->client},
				      .teardown = {.name = "teardown", .text = s->teardown},
				      .passed_on = passed_on,
				      .network = HD_NETWORK_NONE};
	d->captured = !hd_capture_init(&d->output);
	if (!d->captured)
		return hd_complain_errno(errno, "cannot make a pipe");
	if (s->alone && hd_network_make(&d->network))
		return hd_complain_errno(errno, "cannot make a network for the server");
	if (prepare_ready(d, s->ready))
		return HD_EXIT_TROUBLE;
	return run_to_end(d, &d->setup);
}

int hd_debug_server_output(const struct hd_debug_server *d)
{
	return d->output.write_fd;
}

int hd_debug_server_reads(const struct hd_debug_server *d)
{
	return d->captured ? d->output.read_fd : -1;
}

static void pass_on_server_output(struct hd_debug_server *d)
{
	char buffer[4096];
	ssize_t n;

	while (d->captured && (n = read(d->output.read_fd, buffer, sizeof(buffer))) > 0) {
		size_t before = d->output.total, old = d->passed_on > before ? d->passed_on - before : 0;

		hd_capture_add(&d->output, buffer, (size_t)n);
		if (old < (size_t)n) {
			fwrite(buffer + old, 1, (size_t)n - old, stdout);
			d->passed_on = d->output.total;
		}
	}
	fflush(stdout);
}

static bool is_debugged_ready(const struct hd_debug_server *d, pid_t pid)
{
	if (!d->has_ready)
		return true;
	return d->ready.port ? hd_ready_taken(&d->ready, pid) : hd_ready_said(&d->ready, &d->output);
}

void hd_debug_server_look(struct hd_debug_server *d, pid_t pid)
{
	pass_on_server_output(d);
	if (!d->client.text)
		return;
	if (!d->started && is_debugged_ready(d, pid)) {
		d->started = true;
		if (hd_command_start(&d->client, d->target, 0, &d->network))
			hd_complain_errno(errno, "cannot start a shell for --client");
	}
	if (d->client.pid && hd_command_ended(&d->client))
		show_client_output(d);
}

void hd_debug_server_await_client(struct hd_debug_server *d)
{
	if (!d->client.pid)
		return;
	for (unsigned i = 0; i < CLIENT_LOOKS && !hd_command_ended(&d->client); i++)
		usleep(PACE_US);
	show_client_output(d);
}

void hd_debug_server_end(struct hd_debug_server *d)
{
	pass_on_server_output(d);
	hd_command_kill(&d->client);
	run_to_end(d, &d->teardown);
	hd_command_term(&d->setup);
	hd_command_term(&d->client);
	hd_command_term(&d->teardown);
	hd_network_close(&d->network);
	if (d->has_ready)
		hd_ready_term(&d->ready);
	if (d->captured)
		hd_capture_term(&d->output);
}
