/* SPDX-License-Identifier: Apache-2.0
 *
 * How `auto` has divided the runs of one worker among strategies, and what came of it. */
#pragma once

#include <stdint.h>

#define HD_DIVISION_MOST 32 /* strategies */

struct hd_division_part {
	uint64_t runs;	  /* that it got by its share …                                                */
	uint64_t aimed;	  /* … and that were driven to aims                                            */
	uint64_t pass;	  /* how much of its share it has used: the part with the least is next        */
	uint64_t watched; /* cost of its runs of late in which news would have been seen …             */
	uint64_t news;	  /* … and the news of these runs                                              */
	uint32_t weight;  /* its share times its yield: a part with twice the weight gets twice the time */
	uint32_t pad;
};

/* The systematic search among them: see strategy/complete.h. */
struct hd_complete {
	uint64_t runs;	 /* of it that this worker has planned                                         */
	uint64_t passed; /* runs of other strategies since the last one of them                        */
};

struct hd_division {
	uint64_t number;    /* of the run under way, plus one; 0: there was none                        */
	uint64_t news;	    /* of all runs, before that one                                             */
	uint64_t watched;   /* runs that were watched, before that one                                  */
	uint32_t strategy;  /* of that run                                                              */
	uint32_t aimed;	    /* 1: it is one for an aim, beside the shares                               */
	uint32_t no_aim;    /* 1: there was no aim when a run for one was due                           */
	uint32_t quiet;	    /* 1: the last thousands of runs have brought hardly any news               */
	uint64_t late_runs; /* of the next thousands, so many were made (those for aims do not count) … */
	uint64_t late_news; /* … and have brought these news                                            */
	uint64_t planned;   /* runs that were planned by shares                                         */
	struct hd_complete complete;
	struct hd_division_part parts[HD_DIVISION_MOST]; /* by strategy */
};
