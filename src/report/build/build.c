/* SPDX-License-Identifier: Apache-2.0
 *
 * From shared memory to a report: the order of the tasks. */
#include "report/build/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "report/build/cause_sentence.h"
#include "report/build/condition.h"
#include "report/build/locate.h"
#include "report/build/object_names.h"
#include "report/build/relevant_steps.h"
#include "report/build/sentence.h"
#include "report/build/steps.h"
#include "report/build/take_record.h"
#include "report/build/thread_names.h"
#include "report/utf8.h"
#include "report/words.h"
#include "wire/wire_check.h"

#define MAX_ARG 4096

static void take_context(struct hd_report *r, const struct hd_report_context *c)
{
	r->program = hd_clean(c->program, MAX_ARG);
	r->strategy = hd_clean(c->strategy, MAX_ARG);
	if (c->client)
		r->client = hd_clean(c->client, MAX_ARG);
	if (c->doubt)
		r->doubt = hd_clean(c->doubt, MAX_ARG);
	r->seconds = c->seconds;
	r->seed = c->seed;
	r->args = hd_new(c->nargs, sizeof *r->args);
	for (; r->nargs < c->nargs; r->nargs++)
		r->args[r->nargs] = hd_clean(c->args[r->nargs], MAX_ARG);
}

static void take_numbers(struct hd_report *r, const struct hd_wire_failure *f)
{
	r->kind = hd_strdup(hd_outcome_text[f->outcome]);
	r->depth = f->plan.depth;
	r->run = f->run;
	r->steps = f->steps;
	r->hash = f->hash;
}

struct hd_build hd_build_begin(const struct hd_wire *wire, unsigned index, struct hd_symbols *symbols)
{
	return (struct hd_build){
	    .wire = wire,
	    .index = index,
	    .worker = &wire->workers[index],
	    .nmodules = hd_wire_modules(wire),
	    .nsites = hd_wire_sites(wire),
	    .symbols = symbols,
	    .sources = hd_sources_new(),
	    .report = hd_new(1, sizeof(struct hd_report)),
	};
}

void hd_build_end(struct hd_build *b)
{
	hd_sources_free(b->sources);
	free(b->events);
	free(b->blocks);
}

/* An assertion says where it is; the site is where the runtime was told of it, which may be inside of libc or
 * of the C++ library. */
static void locate_failure(struct hd_build *b)
{
	const struct hd_report_thread *t =
	    b->report->tid < 0 ? NULL : hd_report_thread(b->report, b->failure.tid);

	b->report->where = hd_locate(b, b->failure.site);
	if (hd_place_own(&b->report->where) || !t || !t->where.file)
		return;
	hd_location_free(&b->report->where);
	b->report->where = hd_location_copy(&t->where);
}

/* Orders of which an operation did not come about in this run are told in the sentence only. */
static void take_orders(struct hd_report *r, const struct hd_decisive_list *decisive)
{
	if (!decisive)
		return;
	r->orders = hd_new(decisive->n, sizeof *r->orders);
	for (size_t i = 0; i < decisive->n; i++)
		if (!decisive->list[i].ahead)
			r->orders[r->norders++] =
			    (struct hd_report_order){decisive->list[i].first, decisive->list[i].second};
}

struct hd_report *hd_report_build(const struct hd_wire *wire, unsigned index,
				  const struct hd_report_context *context, struct hd_symbols *symbols)
{
	HD_ASSERT(index < HD_MAX_WORKERS, "worker %u", index);

	struct hd_build b = hd_build_begin(wire, index, symbols);

	hd_take_failure(&b);
	hd_take_events(&b, context->every_step);
	take_context(b.report, context);
	take_numbers(b.report, &b.failure);
	b.report->tid = hd_is_stuck(&b) || b.failure.tid == HD_NO_TID ? -1 : (int)b.failure.tid;
	hd_name_threads(&b);
	hd_describe_threads(&b);
	locate_failure(&b);
	b.report->address = hd_is_stuck(&b) ? NULL : hd_object_story(&b, &b.failure.place);
	hd_list_steps(&b);
	hd_mark_steps(&b);
	hd_say_what_happened(&b);
	hd_say_cause(&b, context->decisive);
	take_orders(b.report, context->decisive);
	b.report->condition = hd_say_condition(&b);
	hd_list_blocks(&b);
	hd_build_end(&b);
	return b.report;
}
