/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/server_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/workers/launch.h"

#define SAID_MAX 300 /* characters of the server's last words */

void hd_server_trouble(struct hd_workers *c, unsigned index, char *sentence)
{
	if (!c->trouble)
		c->trouble = sentence;
	else
		free(sentence);
	c->trouble_worker = index;
}

char *hd_server_last_words(const struct hd_server *a)
{
	char *said = a->captured ? hd_capture_last(&a->output, SAID_MAX) : hd_strdup("");
	char *text = *said ? hd_sprintf("it printed last: %s", said) : hd_strdup("it printed nothing");

	free(said);
	return text;
}

int hd_server_listen(struct hd_server *a)
{
	if (a->captured)
		hd_capture_term(&a->output);
	a->captured = !hd_capture_init(&a->output);
	a->searched = 0;
	return a->captured ? 0 : -1;
}

static void pass_on_to_user(const struct hd_workers *c, const char *data, size_t n)
{
	if (c->capture)
		hd_capture_add(c->capture, data, n);
	if (c->output == HD_OUTPUT_INHERIT)
		fwrite(data, 1, n, stdout);
}

void hd_server_drain(const struct hd_workers *c, struct hd_server *a)
{
	static char buffer[65536];
	ssize_t n;

	while (a->captured && (n = read(a->output.read_fd, buffer, sizeof(buffer))) > 0) {
		hd_capture_add(&a->output, buffer, (size_t)n);
		pass_on_to_user(c, buffer, (size_t)n);
	}
	if (c->output == HD_OUTPUT_INHERIT)
		fflush(stdout);
}

void hd_server_show(const struct hd_workers *c, const struct hd_command *command)
{
	FILE *f = c->output == HD_OUTPUT_INHERIT ? stdout : stderr;

	if ((c->output != HD_OUTPUT_INHERIT && !c->target->verbose) || !command->output.total)
		return;
	fprintf(f, "heddle: --%s printed:\n", command->name);
	hd_capture_print(&command->output, f);
	fflush(f);
}
