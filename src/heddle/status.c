/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"

#define TERMINAL_EVERY 0.2
#define PLAIN_EVERY    10.0

bool hd_colours(int fd)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no && *no) && !(term && !strcmp(term, "dumb"));
}

void hd_status_init(struct hd_status *s, bool quiet, double now)
{
	*s = (struct hd_status){.quiet = quiet, .terminal = isatty(STDERR_FILENO), .last_time = now};
	s->next = now + (s->terminal ? TERMINAL_EVERY : PLAIN_EVERY);
}

bool hd_status_due(const struct hd_status *s, double now)
{
	return !s->quiet && now >= s->next;
}

void hd_status_show(struct hd_status *s, const struct hd_status_view *view, double now)
{
	char runs[HD_COUNT_TEXT], speed[HD_COUNT_TEXT], left[48] = "";

	s->next = now + (s->terminal ? TERMINAL_EVERY : PLAIN_EVERY);
	if (now - s->last_time >= 1 || !s->speed) {
		s->speed =
		    now > s->last_time ? (double)(view->runs - s->last_runs) / (now - s->last_time) : 0;
		s->last_time = now;
		s->last_runs = view->runs;
	}
	if (view->left >= 0)
		snprintf(left, sizeof(left), ", %.0f s left", view->left);
	fprintf(stderr, "%sheddle: %s runs, %s/s, %u sites, %u failure%s%s%s", s->terminal ? "\r\033[K" : "",
		hd_count_text(view->runs, runs), hd_count_text((uint64_t)s->speed, speed), view->sites,
		view->failures, view->failures == 1 ? "" : "s", left, s->terminal ? "" : "\n");
	fflush(stderr);
	s->shown = s->terminal;
}

void hd_status_clear(struct hd_status *s)
{
	if (s->shown)
		fputs("\r\033[K", stderr);
	fflush(stderr);
	s->shown = false;
}
