/* SPDX-License-Identifier: Apache-2.0
 *
 * What every user of a report needs: finding a thread, and freeing it all. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

void hd_location_free(struct hd_location *l)
{
	free(l->function);
	free(l->file);
	free(l->module);
	free(l->source);
}

struct hd_location hd_location_copy(const struct hd_location *l)
{
	struct hd_location copy = *l;

	copy.function = hd_strdup_or_null(l->function);
	copy.file = hd_strdup_or_null(l->file);
	copy.module = hd_strdup_or_null(l->module);
	copy.source = hd_strdup_or_null(l->source);
	return copy;
}

bool hd_location_same(const struct hd_location *a, const struct hd_location *b)
{
	return a->line == b->line && a->offset == b->offset && !a->file == !b->file &&
	       (!a->file || !strcmp(a->file, b->file));
}

static void free_thread(struct hd_report_thread *t)
{
	free(t->name);
	free(t->state);
	free(t->waits_for);
	hd_location_free(&t->where);
	hd_location_free(&t->owner_where);
	for (unsigned i = 0; i < t->nstack; i++)
		hd_location_free(&t->stack[i]);
	free(t->stack);
	for (unsigned i = 0; i < t->nheld; i++) {
		free(t->held[i].name);
		hd_location_free(&t->held[i].where);
	}
	free(t->held);
}

static void free_step(struct hd_report_step *s)
{
	free(s->what);
	free(s->object);
	free(s->value);
	free(s->note);
	hd_location_free(&s->where);
}

static void free_lists(struct hd_report *r)
{
	for (unsigned i = 0; i < r->nargs; i++)
		free(r->args[i]);
	free(r->args);
	for (unsigned i = 0; i < r->nthreads; i++)
		free_thread(&r->threads[i]);
	free(r->threads);
	for (unsigned i = 0; i < r->nsteps; i++)
		free_step(&r->steps_list[i]);
	free(r->steps_list);
	for (unsigned i = 0; i < r->nblocks; i++) {
		free(r->blocks[i].name);
		free(r->blocks[i].text);
	}
	free(r->blocks);
	free(r->condition);
	free(r->cause);
	free(r->pattern);
	free(r->remedy);
	free(r->apart);
	for (unsigned i = 0; i < r->noutput; i++)
		free(r->output[i]);
	free(r->output);
	free(r->orders);
	for (unsigned i = 0; i < r->nraces; i++)
		free(r->races[i]);
	free(r->races);
}

void hd_report_free(struct hd_report *r)
{
	if (!r)
		return;
	free_lists(r);
	free(r->program);
	free(r->kind);
	free(r->message);
	free(r->detail);
	free(r->test.framework);
	free(r->test.name);
	free(r->test.file);
	free(r->test.text);
	free(r->strategy);
	free(r->client);
	free(r->doubt);
	free(r->address);
	hd_location_free(&r->where);
	free(r);
}

const char *hd_report_kind(const struct hd_report *r)
{
	return r->test.text && !strcmp(r->kind, hd_outcome_text[HD_OUT_EXIT]) ? "failed" : r->kind;
}

const struct hd_report_thread *hd_report_thread(const struct hd_report *r, unsigned tid)
{
	for (unsigned i = 0; i < r->nthreads; i++)
		if (r->threads[i].tid == tid)
			return &r->threads[i];
	return NULL;
}
