/* SPDX-License-Identifier: Apache-2.0
 *
 * One experiment after the other with a run that fails: the run goes as recorded up to a point, and then one
 * of its threads has to wait. */
#pragma once

#include "heddle/shrink/trials.h"
#include "report/cause.h"

struct hd_kept_run {
	struct hd_wire_event *events;
	size_t n;
};

struct hd_kept_runs {
	struct hd_kept_run list[HD_DECISIVE_RUNS];
	unsigned n;
};

struct hd_explainer {
	struct hd_trials trials;
	uint64_t key;
	enum hd_outcome outcome;
	struct hd_wire_event *events; /* of the failing run */
	uint32_t *done;		      /* by event: steps of its thread before it */
	size_t n;
	struct hd_outline try;
	struct hd_decisive_list *found;
	uint64_t alike, passed, other; /* experiments by how they ended */
	struct hd_kept_runs passing, failing;
	bool sampling; /* runs are made to be kept */
};

/* Carry out the schedule. False: that does not give the failure with the steps that the report shows. */
bool hd_explainer_begin(struct hd_explainer *x, const struct hd_schedule *s);
/* Is what was found certain? To be asked after all experiments. */
bool hd_explainer_holds(struct hd_explainer *x, const struct hd_schedule *s);
void hd_explainer_end(struct hd_explainer *x);

/* Events up to `end`, that included, as recorded; but from event `hold` on the thread of that waits. */
void hd_outline_with_hold(struct hd_explainer *x, size_t hold, size_t end);
/* As recorded, up to this event. */
void hd_outline_up_to(struct hd_explainer *x, size_t end);
/* The first of the locks that the thread of event i holds there was taken at the event that is returned; i:
 * it holds none. */
size_t hd_outermost_lock(const struct hd_explainer *x, size_t i);

/* Carry out x->try. True: the program passes then. */
bool hd_explainer_passes(struct hd_explainer *x);
/* A copy of the trace of the last run, to be freed; false: it is not complete. */
bool hd_explainer_trace(const struct hd_explainer *x, struct hd_wire_event **events, size_t *n);
void hd_add_decisive(struct hd_explainer *x, struct hd_decisive d);
