/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole interleaving. */
#pragma once

#include "report/report.h"

struct hd_show_options {
	bool colour;
	unsigned width; /* of the lines; 0: as wide as the terminal, or 100 */
	bool all;	/* nothing is folded */
	bool some;	/* only the steps from `first` to `last`, not folded */
	uint64_t first, last;
	const char *bug; /* how the user calls it, for commands; NULL: no commands are told */
};

/* What happened and why, and all that the threads did, in lines of at most so many columns. */
void hd_report_show(const struct hd_report *r, FILE *f, const struct hd_show_options *o);
