/* SPDX-License-Identifier: Apache-2.0
 *
 * A failure with everything resolved to names: what the report files and `heddle show` are made from.
 * Built from the shared memory of a traced replay, written as JSON and text, read back from the JSON.
 * All strings are owned by the report. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "model/run_size.h"
#include "report/cause.h"
#include "wire/wire.h"

struct hd_symbols; /* symbol/symbol.h */

struct hd_location { /* a place in the source; file is NULL when there is no debug information */
	char *function, *file;
	int line, column;
	char *module; /* base name */
	uint64_t offset;
	char *source;	/* the text of that line, trimmed, or NULL */
	unsigned twins; /* of a frame of a stack: lines above it in the function that have the same text */
};

struct hd_report_lock {
	char *name;		  /* of the lock: `queue.lock`, `block A[8]` */
	struct hd_location where; /* where it was acquired */
};

struct hd_report_thread {
	unsigned tid;
	char *name;  /* set by the program, or its start function */
	char *state; /* what it does, goes before waits_for: "waits to lock", "spins", … or NULL: unknown */
	char *waits_for;	  /* name of the object, or NULL */
	int owner;		  /* thread that holds it, -1: none */
	struct hd_location where; /* its pending operation */
	struct hd_location owner_where;
	struct hd_location *stack;
	unsigned nstack;
	struct hd_report_lock *held;
	unsigned nheld;
};

struct hd_report_step {
	uint64_t step;
	unsigned tid;
	char *what;   /* hd_event_text; also "fails" and "spins" for what is pending */
	char *object; /* name of what it touches, or NULL */
	char *value;  /* what was read or written, or NULL */
	char *note;   /* "timeout", "spurious wakeup", … or NULL */
	struct hd_location where;
	bool marked;  /* belongs to the failure */
	bool pending; /* it never happened: a wait that did not end, or the failure itself */
};

/* Experiments have shown that the program passes when these two operations come the other way round, or, for
 * a signal and the thread that it woke, when another thread is woken. */
struct hd_report_order {
	uint64_t first, second; /* steps */
};

struct hd_report_block { /* a heap block that steps name as `block A` */
	char *name;
	char *text; /* "24 bytes, allocated by …" */
};

struct hd_report_test { /* of a test framework, as the program's output tells it */
	char *framework;
	char *name; /* NULL: no test is known                                     */
	char *file; /* of the check that failed, or NULL                          */
	int line;
	char *text; /* what the check says, or NULL: the test did not come to its end */
};

struct hd_report {
	char *program;
	char **args;
	unsigned nargs;
	char *kind;    /* hd_outcome_text */
	char *message; /* one sentence */
	char *detail;  /* what the runtime said, where the message says something else, or NULL */
	char *cause;   /* what makes it fail, in one sentence, as experiments have shown, or NULL */
	char *pattern; /* what such a cause is called, with the idiom of its iRoot, or NULL */
	char *remedy;  /* what usually helps, or NULL */
	char *apart;   /* another failure looks the same: what this one is about (cause_objects.h); or NULL */
	char *condition; /* what had to happen that an ordinary machine does not do, or NULL */
	char *client;	 /* the command that was run against a server, or NULL */
	char *doubt;	 /* why it is not confirmed: what its replay did instead; NULL: it is confirmed */
	struct hd_report_test test; /* that failed, or was running */
	char *strategy;
	uint64_t seed, run, steps, hash;
	struct hd_run_size size; /* all 0: not known */
	struct hd_run_size
	    size_before; /* of the run that was found, if the one shown is smaller; else all 0 */
	double seconds;	 /* into the search */
	unsigned depth;
	int tid;       /* the failing thread, -1: all */
	char *address; /* what the failing access touched, with allocation and free, or NULL */
	struct hd_location where;
	struct hd_report_thread *threads;
	unsigned nthreads;
	struct hd_report_step *steps_list;
	unsigned nsteps;
	uint64_t steps_left_out; /* at the start, when the run is too long to list */
	struct hd_report_block *blocks;
	unsigned nblocks;
	char **output; /* what the program printed last, when it ended by itself */
	unsigned noutput;
	struct hd_report_order *orders; /* those that make the difference */
	unsigned norders;
	char **races; /* of the same run, a sentence each: what made the failure may be among them */
	unsigned nraces;
};

struct hd_report_context {
	const char *program;
	char *const *args;
	unsigned nargs;
	const char *strategy;
	const char *client; /* or NULL */
	const char *doubt;  /* or NULL: it is confirmed */
	double seconds;
	uint64_t seed; /* of the search, not of the run: with it the search can be repeated */
	const struct hd_decisive_list *decisive; /* what experiments have shown, or NULL */
	bool every_step; /* all that the trace holds are listed, not only the last ones */
};

void hd_report_free(struct hd_report *r);
void hd_location_free(struct hd_location *l); /* what it points to, not itself */
struct hd_location hd_location_copy(const struct hd_location *l);
bool hd_location_same(const struct hd_location *a, const struct hd_location *b);

/* The kind, for people: of an exit status that a failed check led to, the check tells more than the status,
 * and it is "failed". */
const char *hd_report_kind(const struct hd_report *r);
/* The thread's entry, or NULL. */
const struct hd_report_thread *hd_report_thread(const struct hd_report *r, unsigned tid);
