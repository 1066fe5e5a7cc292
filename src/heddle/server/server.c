/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/server.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/server/server_output.h"
#include "heddle/server/server_ready.h"
#include "heddle/server/server_stages.h"
#include "heddle/server/server_state.h"
#include "heddle/workers/worker_life.h"

#define PACE_STARTING 0.005 /* seconds between looks at a port */
#define PACE	      0.1

unsigned hd_server_poll(const struct hd_workers *c, struct pollfd *fds)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->n; i++) {
		const struct hd_server *a = &c->around[i];

		if (a->captured)
			fds[n++] = (struct pollfd){.fd = a->output.read_fd, .events = POLLIN};
		if (a->client.pid)
			fds[n++] = (struct pollfd){.fd = a->client.output.read_fd, .events = POLLIN};
	}
	return n;
}

double hd_server_pace(const struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		enum hd_stage stage = c->around[i].stage;

		if (stage == HD_STAGE_STARTING)
			return PACE_STARTING;
	}
	return PACE;
}

static void tear_down_now(struct hd_workers *c, unsigned index)
{
	struct hd_server *a = &c->around[index];

	if (!a->teardown.text)
		return;
	if (a->stage != HD_STAGE_TEARDOWN && !hd_server_start(c, index, &a->teardown))
		return;
	while (!hd_server_over(c, &a->teardown, hd_now()))
		usleep(2000);
	hd_server_show(c, &a->teardown);
}

void hd_server_stop(struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++) {
		struct hd_server *a = &c->around[i];

		hd_command_kill(&a->setup);
		hd_command_kill(&a->client);
		hd_workers_kill(c, i);
		hd_server_drain(c, a);
		if (a->stage != HD_STAGE_IDLE)
			tear_down_now(c, i);
		a->stage = HD_STAGE_IDLE;
		c->workers[i].done = true;
	}
}

int hd_server_init(struct hd_workers *c)
{
	const struct hd_surroundings *s = &c->target->around;
	char *error;

	if (!hd_is_surrounded(s))
		return 0;
	if (s->ready) {
		c->ready = hd_new(1, sizeof(*c->ready));
		error = hd_ready_init(c->ready, s->ready);
		if (error) {
			hd_complain("--ready: %s", error);
			free(error);
			free(c->ready);
			c->ready = NULL;
			return HD_EXIT_TROUBLE;
		}
	}
	c->around = hd_new(c->n, sizeof(*c->around));
	c->wire->served = 1;
	for (unsigned i = 0; i < c->n; i++) {
		c->around[i].network = HD_NETWORK_NONE;
		c->around[i].setup = (struct hd_command){.name = "setup", .text = s->setup};
		c->around[i].client = (struct hd_command){.name = "client", .text = s->client};
		c->around[i].teardown = (struct hd_command){.name = "teardown", .text = s->teardown};
	}
	return 0;
}

void hd_server_term(struct hd_workers *c)
{
	for (unsigned i = 0; c->around && i < c->n; i++) {
		struct hd_server *a = &c->around[i];

		hd_command_term(&a->setup);
		hd_command_term(&a->client);
		hd_command_term(&a->teardown);
		hd_network_close(&a->network);
		if (a->captured)
			hd_capture_term(&a->output);
	}
	free(c->around);
	if (c->ready)
		hd_ready_term(c->ready);
	free(c->ready);
	free(c->teardown_trouble);
}

const struct hd_capture *hd_server_client_output(const struct hd_workers *c, unsigned index)
{
	return c->around && c->around[index].client.captured ? &c->around[index].client.output : NULL;
}
