/* SPDX-License-Identifier: Apache-2.0
 *
 * The making of a report, one file a task: take what the wire holds (checked and copied), name places,
 * objects and threads, list the steps, mark those that matter, and say in a sentence what happened. Private.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "report/build/source_lines.h"
#include "report/report.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

#define HD_REPORT_STEPS 4000 /* the last steps of a run that a report lists */

struct hd_named_block {
	uint64_t number;	    /* as the runtime counts          */
	struct hd_wire_place place; /* as it was when last mentioned  */
};

struct hd_build {
	const struct hd_wire *wire;
	const struct hd_wire_worker *worker;
	uint32_t nmodules, nsites;
	struct hd_wire_failure failure; /* a copy; counts, kinds and strings are in bounds */
	struct hd_wire_event *events;	/* copies of the last ones, in order; likewise    */
	unsigned nevents;
	struct hd_symbols *symbols;
	struct hd_sources *sources;
	struct hd_named_block *blocks;
	size_t nblocks, blocks_cap;
	struct hd_report *report;
};

/* build.c: an empty report to be filled, and what is needed for that; the end frees all but the report. */
struct hd_build hd_build_begin(const struct hd_wire *wire, unsigned index, struct hd_symbols *symbols);
void hd_build_end(struct hd_build *b);

/* condition.c: what the failure needs that an ordinary machine does not do, malloc'ed; NULL: nothing. */
char *hd_say_condition(struct hd_build *b);

/* wire_check.c */
void hd_check_place(struct hd_wire_place *p); /* nothing is known of a place of an unknown kind */
void hd_take_failure(struct hd_build *b);
void hd_take_events(struct hd_build *b);
/* The run came to no end: it is about threads that wait or spin, not about one that failed. */
bool hd_is_stuck(const struct hd_build *b);
/* The failure's entry of a thread, or NULL. */
const struct hd_wire_thread *hd_failed_thread(const struct hd_build *b, unsigned tid);

/* locate.c: nothing is known of a site that is out of bounds. */
struct hd_location hd_locate(struct hd_build *b, uint32_t site);
/* The name of the function, not inlined, that the site is in: malloc'ed, or NULL. */
char *hd_locate_unit(struct hd_build *b, uint32_t site);
/* The function that begins at a place; function is NULL when it is none. */
struct hd_location hd_locate_function(struct hd_build *b, const struct hd_wire_place *place);
/* The module's path, malloc'ed; NULL: no such module. */
char *hd_module_path(const struct hd_build *b, uint32_t module);
/* All frames of a call stack, inlined ones too, as far as they are the program's. */
struct hd_location *hd_locate_stack(struct hd_build *b, const uint32_t *sites, unsigned n, unsigned *count);

/* object_names.c: malloc'ed names; NULL when there is no object. */
char *hd_object_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t addr, uint64_t size);
char *hd_object_story(struct hd_build *b, const struct hd_wire_place *place);
void hd_list_blocks(struct hd_build *b);

/* thread_names.c: fill report->threads. Names come first, because all else uses them. */
void hd_name_threads(struct hd_build *b);
void hd_describe_threads(struct hd_build *b);
/* "waits to lock" for a thread that is about to do this and cannot. */
const char *hd_wait_words(unsigned kind);

/* steps.c: fill report->steps_list: one for each event, and then what was about to happen. */
void hd_list_steps(struct hd_build *b);

/* relevant_steps.c: mark the steps that belong to the failure. */
void hd_mark_steps(struct hd_build *b);
/* The last signal or broadcast before thread t began the wait that it is in: an index into events, or -1. */
int hd_early_signal(const struct hd_build *b, const struct hd_wire_thread *t);
bool hd_waits_for_signal(const struct hd_wire_thread *t);

/* sentence.c: fill report->message and detail. */
void hd_say_what_happened(struct hd_build *b);

/* found.c: "thread 1 (worker) writes `x` at …" */
void hd_put_part(FILE *f, const struct hd_report *r, unsigned i);
/* finding_atomic_set.c: the sentence of an atomic set's violation. */
void hd_say_violation(struct hd_build *b, const struct hd_wire_finding *f, FILE *out);
