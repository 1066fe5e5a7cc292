/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"

#define TERMINAL_EVERY 0.2
#define PLAIN_FIRST    10.0
#define PLAIN_RAREST   600.0
#define LONG_RUN       2.0 /* seconds from which on a run is worth a word */

/* A terminal that knows escape sequences. */
static bool is_smart_terminal(int fd)
{
	const char *term = getenv("TERM");

	return isatty(fd) && !(term && !strcmp(term, "dumb"));
}

bool hd_colours(int fd)
{
	const char *no = getenv("NO_COLOR");

	return is_smart_terminal(fd) && !(no && *no);
}

void hd_status_init(struct hd_status *s, bool quiet, double now)
{
	*s = (struct hd_status){
	    .quiet = quiet, .terminal = is_smart_terminal(STDERR_FILENO), .last_time = now};
	s->pause = s->terminal ? TERMINAL_EVERY : PLAIN_FIRST;
	s->next = now + s->pause;
}

bool hd_status_due(const struct hd_status *s, double now)
{
	return !s->quiet && now >= s->next;
}

static void wait_for_next(struct hd_status *s, double now)
{
	if (!s->terminal && s->pause < PLAIN_RAREST)
		s->pause *= 2;
	s->next = now + s->pause;
}

/* On a terminal the line is written over the last one, so it must not be longer than the terminal is wide. */
static void print_line(struct hd_status *s, const char *line)
{
	struct winsize size;

	if (!s->terminal)
		fprintf(stderr, "%s\n", line);
	else if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2)
		fprintf(stderr, "\r\033[K%s", line);
	else
		fprintf(stderr, "\r\033[K%.*s", size.ws_col - 1, line);
	fflush(stderr);
	s->shown = s->terminal;
}

/* A run of minutes must not look like one that is stuck. */
static void tell_long_run(const struct hd_status_view *view, char *out, size_t size)
{
	char steps[HD_COUNT_TEXT], accesses[HD_COUNT_TEXT];

	*out = '\0';
	if (view->run_seconds >= LONG_RUN)
		snprintf(out, size, "; run %" PRIu64 " goes on for %.0f s: %s steps, %s accesses", view->run,
			 view->run_seconds, hd_count_text(view->run_steps, steps),
			 hd_count_text(view->run_accesses, accesses));
}

void hd_status_show(struct hd_status *s, const struct hd_status_view *view, double now)
{
	char runs[HD_COUNT_TEXT], speed[HD_COUNT_TEXT], left[48] = "", run[160], share[48] = "", line[320];

	wait_for_next(s, now);
	if (now - s->last_time >= 1 || !s->speed) {
		s->speed =
		    now > s->last_time ? (double)(view->runs - s->last_runs) / (now - s->last_time) : 0;
		s->last_time = now;
		s->last_runs = view->runs;
	}
	if (view->left >= 0)
		snprintf(left, sizeof(left), ", %.0f s left", view->left);
	if (view->explored >= 0)
		snprintf(share, sizeof(share), ", about %.2g %% of the search tree", 100 * view->explored);
	tell_long_run(view, run, sizeof(run));
	snprintf(line, sizeof(line), "heddle: %s runs, %s/s, %u sites, %u failure%s%s%s%s",
		 hd_count_text(view->runs, runs), hd_count_text((uint64_t)s->speed, speed), view->sites,
		 view->failures, view->failures == 1 ? "" : "s", share, left, run);
	print_line(s, line);
}

void hd_status_replay(struct hd_status *s, uint64_t steps, uint64_t all, double now)
{
	char count[HD_COUNT_TEXT], line[80];

	wait_for_next(s, now);
	snprintf(line, sizeof(line), "heddle: replaying: %.0f %% of %s steps",
		 all ? 100.0 * (double)(steps < all ? steps : all) / (double)all : 0,
		 hd_count_text(all, count));
	print_line(s, line);
}

void hd_status_line(struct hd_status *s, const char *line, double now)
{
	wait_for_next(s, now);
	print_line(s, line);
}

void hd_status_clear(struct hd_status *s)
{
	if (s->shown)
		fputs("\r\033[K", stderr);
	fflush(stderr);
	s->shown = false;
}
