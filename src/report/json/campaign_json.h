/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a whole `heddle test`, as data, and their JSON form. The strings belong to the code that
 * fills it in. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/pair_state.h"

struct hd_summary_failure {
	unsigned id; /* N of bug-N */
	const char *kind, *message;
	bool confirmed; /* by a replay */
	const char *strategy;
	const char *reset;
	const char
	    *condition; /* it was seen only with an early time-out: in which case; NULL: an ordinary one */
	bool counts;	/* for verdict and exit status */
	bool known;	/* from the baseline */
	const char *fingerprint; /* NULL: there is no report */
	const char *schedule;	 /* path; NULL: it could not be written */
	uint64_t run;
	uint64_t hash;
	uint64_t count; /* how many runs failed in this way */
	double seconds; /* into the search */
	char **sites;	/* "function file:line:column" */
	size_t nsites;
};

/* The results of driving runs to a finding. */
struct hd_summary_mark {
	uint64_t attempts;
	uint64_t reached; /* of them: it happened */
	uint64_t run;	  /* the first one in which it did */
	unsigned failure; /* N of the bug-N that it led to; 0: none */
};

struct hd_summary_finding {
	const char *kind, *message;
	const char *cause, *remedy; /* NULL: the message says it all */
	uint64_t run;
	uint64_t count;
	struct hd_summary_mark mark;
	bool known;		 /* from the baseline */
	const char *level;	 /* hd_level_names[] */
	unsigned units;		 /* of work, that violate an atomic set; 0: it is about something else */
	const char *fingerprint; /* NULL: it is not about places in the program */
	char **sites;		 /* as of failures */
	size_t nsites;
};

enum hd_known_now {
	HD_KNOWN_FAILING,
	HD_KNOWN_REGRESSED,
	HD_KNOWN_FIXED, /* as far as some runs can tell */
	HD_KNOWN_GONE,	/* fixed: all schedules were tried */
	HD_KNOWN_UNTRIED
};
extern const char *const hd_known_now_text[]; /* by enum hd_known_now */

struct hd_summary_known { /* a failure that an earlier search has found */
	unsigned id;	  /* N of bug-N */
	char *folder;
	const char *kind;
	char *message;
	bool fixed_before; /* an earlier search did not see it any more */
	enum hd_known_now state;
	uint64_t runs; /* that were driven to it */
	char *why;     /* HD_KNOWN_UNTRIED: part of a sentence, or NULL */
	bool provable; /* whoever has tried all schedules would have come to it, if it were still there */
};

#define HD_SUMMARY_GAPS 32

struct hd_summary_proof {		   /* of a systematic search */
	uint32_t tried;			   /* all schedules with fewer of these than that were tried:   */
	const char *bounds;		   /* preemptions or delays, in the singular; NULL: no bound   */
	bool all;			   /* all schedules were, with however many                     */
	double explored;		   /* share of the search tree, estimated; < 0: not known     */
	uint64_t runs, traces;		   /* of the search in which nothing was learnt; 0: not counted */
	uint64_t repeated;		   /* runs that an earlier pass had made: see strategy.h         */
	uint64_t redundant;		   /* runs that were equal to others but for independent steps  */
	uint64_t earlier;		   /* runs of the searches that this one goes on with           */
	char *sentence;			   /* NULL: there is nothing to say                             */
	char *blind;			   /* one of the gaps, if it names libraries; or NULL           */
	const char *gaps[HD_SUMMARY_GAPS]; /* why it is no proof */
	size_t ngaps;
};

struct hd_summary_success {	     /* of what `-s maple` predicted, for one idiom */
	uint32_t predicted, exposed; /* iRoots; exposed in whatever run */
	uint32_t tried, reached;     /* those not exposed by then; exposed by an attempt at them */
};

struct hd_summary_phase { /* of `-s maple`: runs that predict, or runs that try */
	uint64_t runs;
	double seconds;
};

struct hd_summary_predictions { /* violations of atomic sets */
	bool wanted;		/* atomic sets were looked at */
	uint64_t predicted, tried, created;
	double rate; /* of attempts that got there, on average over those that were created */
	uint64_t checked[2], violating[2]; /* runs, and those that violated a set; [1]: driven to that */
	uint32_t graph, depth;		   /* the largest conflict graph, in units; the deepest stack */
};

struct hd_summary_backtracking { /* of a systematic search: what was not carried out again */
	bool wanted;
	uint64_t points;	  /* that were made               */
	uint64_t runs;		  /* that began at one            */
	uint64_t steps, accesses; /* of those runs, before it      */
};

struct hd_summary {
	const char *version, *program;
	char *const *args;
	size_t nargs;
	const char *strategy;
	const char *verdict; /* "failed", "passed", "exhausted", "inconclusive" or "uncontrolled" */
	const char *reset;
	uint64_t seed;
	uint64_t runs;
	uint64_t steps;
	uint64_t accesses; /* of memory, by instrumented code beside other threads */
	uint64_t threads;  /* of the run that created most                         */
	struct hd_summary_backtracking backtracking;
	double seconds;
	unsigned jobs;
	uint64_t killed_workers; /* processes that were killed between two runs, and started again */
	uint32_t sites, shared_sites;
	uint64_t full_tables; /* HD_FULL_BIT: see model/capacity.h */
	const uint32_t *most; /* entries of each table */
	uint32_t exposed[7];  /* iRoots by idiom, 1 … 6 */
	uint32_t fresh;	      /* of them: those that no earlier search had exposed */
	const char *input;    /* arguments and standard input, as the store names them; NULL: there is none */
	struct hd_summary_predictions predictions;
	bool driven;			      /* iRoots were predicted: */
	struct hd_summary_success success[7]; /* by idiom, 1 … 6 */
	struct hd_summary_phase profile, test;
	char **blind; /* libraries whose accesses were not seen */
	size_t nblind;
	const struct hd_summary_failure *failures;
	size_t nfailures;
	const struct hd_summary_finding *findings;
	size_t nfindings;
	const struct hd_summary_known *known; /* from earlier searches */
	size_t nknown;
	const char **changed; /* names of functions that are others than in the build before */
	size_t nchanged;
	const struct hd_summary_proof *proof; /* NULL: the strategy does not try everything */
	const struct hd_pair_results *pairs;  /* NULL: nothing is to be told of them */
};

/* 0, or -1 with errno. */
int hd_summary_write_json(const struct hd_summary *s, FILE *f);
