/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/sarif_result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/fingerprint.h"
#include "report/json/json_text.h"
#include "report/rules.h"
#include "report/words.h"

static char *thread_name(const struct hd_report *r, unsigned tid)
{
	struct hd_text text;

	hd_text_begin(&text);
	hd_put_thread(text.f, r, tid);
	return hd_text_end(&text);
}

/* What was found, and what experiments have shown about it. */
static json_t *result_message(const struct hd_report *r)
{
	struct hd_text text;
	char *whole;
	json_t *o;

	hd_text_begin(&text);
	fprintf(text.f, "%s: %s", r->kind, r->message ? r->message : "");
	if (r->cause)
		fprintf(text.f, "\n%s", r->cause);
	if (r->remedy)
		fprintf(text.f, "\nUsual remedy: %s.", r->remedy);
	if (r->apart)
		fputs("\nNote: " HD_APART_TEXT ".", text.f);
	if (r->doubt)
		fprintf(text.f, "\nIt did not happen again in every replay: %s.", r->doubt);
	whole = hd_text_end(&text);
	o = hd_sarif_message(whole);
	free(whole);
	return o;
}

/* ---- stacks ---- */

static json_t *stack_frame(struct hd_sarif_files *files, const struct hd_report_thread *t,
			   const struct hd_location *l)
{
	json_t *o = json_object();

	json_object_set_new(o, "location", hd_sarif_location(files, l, NULL));
	if (l->module)
		json_object_set_new(o, "module", hd_json_text(l->module));
	json_object_set_new(o, "threadId", json_integer(t->tid));
	return o;
}

static json_t *stacks(struct hd_sarif_files *files, const struct hd_report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->nthreads; i++) {
		const struct hd_report_thread *t = &r->threads[i];
		json_t *o = json_object(), *frames = json_array();
		char *name = thread_name(r, t->tid);

		for (unsigned k = 0; k < t->nstack; k++)
			json_array_append_new(frames, stack_frame(files, t, &t->stack[k]));
		json_object_set_new(o, "message", hd_sarif_message(name));
		json_object_set_new(o, "frames", frames);
		json_array_append_new(list, o);
		free(name);
	}
	return list;
}

/* ---- the interleaving ---- */

static char *step_words(const struct hd_report_step *s)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs(s->what, text.f);
	if (s->object)
		fprintf(text.f, " %s", s->object);
	if (s->value)
		fprintf(text.f, " = %s", s->value);
	if (s->note)
		fprintf(text.f, " (%s)", s->note);
	if (s->pending)
		fputs(", which never happened", text.f);
	return hd_text_end(&text);
}

/* The order of the steps over all threads is their place in the list: pending steps have no number of their
 * own. */
static json_t *flow_location(struct hd_sarif_files *files, const struct hd_report_step *s, unsigned order)
{
	json_t *o = json_object();
	char *words = step_words(s);

	json_object_set_new(o, "location", hd_sarif_location(files, &s->where, words));
	json_object_set_new(o, "executionOrder", json_integer((json_int_t)order + 1));
	json_object_set_new(o, "importance", json_string(s->marked ? "essential" : "unimportant"));
	free(words);
	return o;
}

static json_t *thread_flow(struct hd_sarif_files *files, const struct hd_report *r, unsigned tid)
{
	json_t *o, *locations = json_array();
	char *name;

	for (unsigned i = 0; i < r->nsteps; i++)
		if (r->steps_list[i].tid == tid)
			json_array_append_new(locations, flow_location(files, &r->steps_list[i], i));
	if (!json_array_size(locations)) { /* a flow without locations is none */
		json_decref(locations);
		return NULL;
	}
	o = json_object();
	name = thread_name(r, tid);
	json_object_set_new(o, "id", hd_json_text(name));
	json_object_set_new(o, "locations", locations);
	free(name);
	return o;
}

static unsigned highest_thread(const struct hd_report *r)
{
	unsigned most = 0;

	for (unsigned i = 0; i < r->nsteps; i++)
		if (r->steps_list[i].tid > most)
			most = r->steps_list[i].tid;
	return most;
}

static json_t *code_flows(struct hd_sarif_files *files, const struct hd_report *r)
{
	json_t *list = json_array(), *flow = json_object(), *threads = json_array();

	for (unsigned tid = 0; tid <= highest_thread(r); tid++) {
		json_t *o = thread_flow(files, r, tid);

		if (o)
			json_array_append_new(threads, o);
	}
	json_object_set_new(flow, "message", hd_sarif_message("the steps of all threads that led there"));
	json_object_set_new(flow, "threadFlows", threads);
	json_array_append_new(list, flow);
	return list;
}

/* ---- the rest ---- */

/* Where the other threads are that take part. */
static json_t *related_locations(struct hd_sarif_files *files, const struct hd_report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->nthreads; i++) {
		const struct hd_report_thread *t = &r->threads[i];
		char *name = thread_name(r, t->tid), *text;
		json_t *o;

		if (t->where.file) {
			text = hd_sprintf("%s%s%s%s%s", name, t->state ? " " : "", t->state ? t->state : "",
					  t->waits_for ? " " : "", t->waits_for ? t->waits_for : "");
			o = hd_sarif_location(files, &t->where, text);
			json_object_set_new(o, "id", json_integer(i));
			json_array_append_new(list, o);
			free(text);
		}
		free(name);
	}
	return list;
}

static void put_text(json_t *o, const char *key, const char *text)
{
	if (text)
		json_object_set_new(o, key, hd_json_text(text));
}

static json_t *result_properties(const struct hd_result *result)
{
	const struct hd_report *r = result->report;
	json_t *o = json_object();
	char hash[20];

	put_text(o, "cause", r->cause);
	put_text(o, "pattern", r->pattern);
	put_text(o, "remedy", r->remedy);
	put_text(o, "condition", r->condition);
	put_text(o, "folder", result->folder);
	put_text(o, "strategy", r->strategy);
	json_object_set_new(o, "seed", hd_json_u64(r->seed));
	json_object_set_new(o, "run", hd_json_u64(r->run));
	json_object_set_new(o, "confirmed", json_boolean(!r->doubt));
	json_object_set_new(o, "counts", json_boolean(result->counts));
	if (r->hash) {
		snprintf(hash, sizeof(hash), "%016" PRIx64, r->hash);
		put_text(o, "hash", hash);
	}
	return o;
}

json_t *hd_sarif_result(struct hd_sarif_files *files, const struct hd_result *result, bool compared)
{
	const struct hd_report *r = result->report;
	json_t *o = json_object(), *locations = json_array(), *fingerprints = json_object();

	json_object_set_new(o, "ruleId", hd_json_text(r->kind));
	if (hd_rule_of(r->kind) < hd_rules_n)
		json_object_set_new(o, "ruleIndex", json_integer((json_int_t)hd_rule_of(r->kind)));
	json_object_set_new(o, "kind", json_string("fail"));
	json_object_set_new(o, "level", json_string(hd_level_names[hd_level_of(r->kind, result->counts)]));
	json_object_set_new(o, "message", result_message(r));
	json_array_append_new(locations, hd_sarif_location(files, hd_result_place(r), NULL));
	json_object_set_new(o, "locations", locations);
	json_object_set_new(o, "relatedLocations", related_locations(files, r));
	json_object_set_new(o, "stacks", stacks(files, r));
	if (r->nsteps)
		json_object_set_new(o, "codeFlows", code_flows(files, r));
	put_text(fingerprints, HD_FINGERPRINT_NAME, result->fingerprint);
	json_object_set_new(o, "partialFingerprints", fingerprints);
	if (compared)
		json_object_set_new(o, "baselineState", json_string(result->known ? "unchanged" : "new"));
	json_object_set_new(o, "properties", result_properties(result));
	return o;
}
