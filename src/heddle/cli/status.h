/* SPDX-License-Identifier: Apache-2.0
 *
 * How a search is going, on stderr: one line that is written over on a terminal, a plain line now and
 * then elsewhere (after ten seconds, then ever more rarely), nothing when asked to be quiet. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_status {
	bool quiet, terminal;
	double next;	  /* when to show it again */
	double pause;	  /* between two plain lines */
	double last_time; /* when the speed was measured */
	uint64_t last_runs;
	double speed; /* runs a second, lately */
	bool shown;   /* the status line is on the terminal */
};

struct hd_status_view {
	uint64_t runs;
	uint32_t sites;
	unsigned failures;
	double left;	    /* seconds, < 0: no limit */
	double explored;    /* share of the search tree, estimated; < 0: the search has none */
	double run_seconds; /* that the longest of the runs under way has taken so far */
	uint64_t run;	    /* its number */
	uint64_t run_steps, run_accesses;
};

void hd_status_init(struct hd_status *s, bool quiet, double now);
bool hd_status_due(const struct hd_status *s, double now);
void hd_status_show(struct hd_status *s, const struct hd_status_view *view, double now);
/* The same for a replay: how many of the schedule's steps it has followed. */
void hd_status_replay(struct hd_status *s, uint64_t steps, uint64_t all, double now);
/* The same with a line of one's own. */
void hd_status_line(struct hd_status *s, const char *line, double now);
/* Take the line away, before something else is printed. */
void hd_status_clear(struct hd_status *s);

/* Whether to use colours on this stream: a terminal, and the user did not say NO_COLOR. */
bool hd_colours(int fd);
