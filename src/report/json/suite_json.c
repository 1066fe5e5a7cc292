/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/suite_json.h"

#include <string.h>

#include "report/json/json_text.h"

static json_t *row_json(const struct hd_suite_row *row)
{
	json_t *o = json_object();

	json_object_set_new(o, "name", hd_json_text(row->name));
	json_object_set_new(o, "group", hd_json_text(row->group));
	json_object_set_new(o, "command", hd_json_texts(row->argv, row->nargv));
	json_object_set_new(o, "input", hd_json_text(row->input));
	json_object_set_new(o, "verdict", hd_json_text(row->verdict));
	json_object_set_new(o, "runs", json_integer((json_int_t)row->runs));
	json_object_set_new(o, "seconds", json_real(row->seconds));
	json_object_set_new(o, "threads", json_integer((json_int_t)row->threads));
	json_object_set_new(o, "findings", json_integer((json_int_t)row->findings));
	json_object_set_new(o, "kind", hd_json_text(row->kind));
	json_object_set_new(o, "message", hd_json_text(row->message));
	json_object_set_new(o, "bug", hd_json_text(row->bug));
	if (row->coverage) {
		json_object_set_new(o, "covered", json_integer((json_int_t)row->coverage->covered));
		json_object_set_new(o, "adds", json_integer((json_int_t)row->coverage->adds));
		json_object_set_new(o, "alone", json_integer((json_int_t)row->coverage->alone));
	}
	return o;
}

static json_t *verdict_counts(const struct hd_suite_summary *s)
{
	json_t *o = json_object();

	for (size_t i = 0; i < s->n; i++) {
		const char *verdict = s->rows[i].verdict;
		json_int_t n = json_integer_value(json_object_get(o, verdict));

		json_object_set_new(o, verdict, json_integer(n + 1));
	}
	return o;
}

static json_t *names_json(const char *const *names, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, hd_json_text(names[i]));
	return list;
}

static json_t *campaign_json(const struct hd_suite_campaign *c)
{
	json_t *o = json_object(), *known = json_array();

	for (size_t i = 0; i < c->nknown; i++) {
		json_t *k = json_object();

		json_object_set_new(k, "test", hd_json_text(c->known[i].test));
		json_object_set_new(k, "state", hd_json_text(c->known[i].state));
		json_object_set_new(k, "what", hd_json_text(c->known[i].what));
		json_array_append_new(known, k);
	}
	json_object_set_new(o, "name", hd_json_text(c->name));
	json_object_set_new(o, "goes_on", json_boolean(c->goes_on));
	json_object_set_new(o, "last", c->last ? json_integer(c->last) : json_null());
	json_object_set_new(o, "new_failures", names_json(c->new_failures, c->nnew_failures));
	json_object_set_new(o, "still_failing", names_json(c->still_failing, c->nstill_failing));
	json_object_set_new(o, "no_longer_failing", names_json(c->no_longer, c->nno_longer));
	json_object_set_new(o, "known", known);
	json_object_set_new(o, "new_interleavings", json_integer((json_int_t)c->fresh));
	return o;
}

int hd_suite_write_json(const struct hd_suite_summary *s, FILE *f)
{
	json_t *o = json_object(), *tests = json_array();
	uint64_t runs = 0;

	for (size_t i = 0; i < s->n; i++) {
		json_array_append_new(tests, row_json(&s->rows[i]));
		runs += s->rows[i].runs;
	}
	json_object_set_new(o, "version", hd_json_text(s->version));
	json_object_set_new(o, "verdict", hd_json_text(s->verdict));
	json_object_set_new(o, "runs", json_integer((json_int_t)runs));
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_object_set_new(o, "counts", verdict_counts(s));
	json_object_set_new(o, "tests", tests);
	if (s->campaign)
		json_object_set_new(o, "campaign", campaign_json(s->campaign));
	return hd_json_write(o, f);
}
