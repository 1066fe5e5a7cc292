/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/bug_data.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"
#include "report/html/lock_bars.h"
#include "report/html/text_table.h"
#include "report/json/json_text.h"
#include "report/page/html_text.h"
#include "report/render/cells.h"
#include "report/words.h"

enum { ACTS, OBJECTS, VALUES, NOTES, FUNCTIONS, PLACES, TABLES };

struct bug_data {
	const struct hd_report *report;
	const struct hd_source_context *sources;
	struct hd_text_table tables[TABLES];
	json_t *act_list, *place_list;
};

/* What the script has to know about an operation; bug_model.js has the same words. */
static const char *act_group(const struct hd_report_step *s)
{
	enum hd_event_kind kind = hd_event_named(s->what);

	switch (kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
	case HD_FILE_LOCK:
		return "lock";
	case HD_TRYLOCK:
		return "trylock";
	case HD_UNLOCK:
	case HD_FILE_UNLOCK:
		return "unlock";
	case HD_COND_WAIT:
		return "wait";
	case HD_JOIN:
		return "join";
	case HD_CREATE:
		return "create";
	case HD_START:
		return "start";
	case HD_EXIT:
		return "exit";
	case HD_EVENT_COUNT:
		return strcmp(s->what, "fails") != 0 ? "other" : "fail";
	default:
		return hd_event_flags[kind] & HD_F_ACCESS
			   ? hd_event_flags[kind] & HD_F_WRITE ? "write" : "read"
		       : hd_event_flags[kind] & HD_F_SYNC ? "sync"
							  : "other";
	}
}

/* The number of the operation, from 1 on. */
static json_int_t act_number(struct bug_data *d, const struct hd_report_step *s)
{
	char *words = hd_act_text(s), *key = hd_sprintf("%s %d", s->what, s->pending);
	json_int_t number = hd_text_number(&d->tables[ACTS], key);

	if (number > (json_int_t)json_array_size(d->act_list)) {
		json_t *act = json_array();

		json_array_append_new(act, hd_json_text(words));
		json_array_append_new(act, json_string(act_group(s)));
		json_array_append_new(act, json_integer(s->pending));
		json_array_append_new(d->act_list, act);
	}
	free(words);
	free(key);
	return number;
}

static json_int_t file_number(const struct bug_data *d, const char *path)
{
	for (size_t i = 0; path && i < d->sources->nfiles; i++)
		if (!strcmp(d->sources->files[i].path, path))
			return (json_int_t)i + 1;
	return 0;
}

/* What is said of a place beside its line, or in place of it: a mangled name says less than the module. */
static const char *place_name(const struct hd_location *l)
{
	return l->function && (l->file || strncmp(l->function, "_Z", 2) != 0) ? l->function : l->module;
}

/* The number of the place, from 1 on; 0: nothing is known of it. */
static json_int_t place_number(struct bug_data *d, const struct hd_location *l)
{
	char *key;
	json_int_t number;

	if (!hd_place_known(l))
		return 0;
	key = l->file ? hd_sprintf("%s:%d:%s", l->file, l->line, l->function ? l->function : "")
		      : hd_sprintf("%s+%" PRIx64, l->module ? l->module : "?", l->offset);
	number = hd_text_number(&d->tables[PLACES], key);
	free(key);
	if (number > (json_int_t)json_array_size(d->place_list)) {
		json_t *place = json_array();

		json_array_append_new(place, json_integer(file_number(d, l->file)));
		json_array_append_new(place, json_integer(l->file ? l->line : 0));
		json_array_append_new(place,
				      json_integer(hd_text_number(&d->tables[FUNCTIONS], place_name(l))));
		json_array_append_new(d->place_list, place);
	}
	return number;
}

static json_t *data_thread(struct bug_data *d, const struct hd_report_thread *t)
{
	json_t *o = json_object(), *held = json_array();

	for (unsigned i = 0; i < t->nheld; i++)
		json_array_append_new(held, hd_json_text(t->held[i].name));
	json_object_set_new(o, "id", json_integer(t->tid));
	json_object_set_new(o, "name", hd_json_text(t->name));
	json_object_set_new(o, "state", hd_json_text(t->state));
	json_object_set_new(o, "waitsFor", hd_json_text(t->waits_for));
	json_object_set_new(o, "owner", json_integer(t->owner));
	json_object_set_new(o, "held", held);
	json_object_set_new(o, "place", json_integer(place_number(d, &t->where)));
	return o;
}

static json_t *data_threads(struct bug_data *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->report->nthreads; i++)
		json_array_append_new(list, data_thread(d, &d->report->threads[i]));
	return list;
}

enum { NUMBER, THREAD, ACT, OBJECT, VALUE, NOTE, PLACE, COLUMNS };

/* A column for each thing that is known of a step. Of the steps' numbers the differences. */
static json_t *data_steps(struct bug_data *d)
{
	static const char *const names[COLUMNS] = {"number", "thread", "act",  "object",
						   "value",  "note",   "place"};
	json_t *columns[COLUMNS], *o = json_object();
	uint64_t before = 0;

	for (unsigned c = 0; c < COLUMNS; c++)
		json_object_set_new(o, names[c], columns[c] = json_array());
	for (unsigned i = 0; i < d->report->nsteps; i++) {
		const struct hd_report_step *s = &d->report->steps_list[i];
		json_int_t row[COLUMNS] = {[NUMBER] = (json_int_t)(s->step - before),
					   [THREAD] = s->tid,
					   [ACT] = act_number(d, s),
					   [OBJECT] = hd_text_number(&d->tables[OBJECTS], s->object),
					   [VALUE] = hd_text_number(&d->tables[VALUES], s->value),
					   [NOTE] = hd_text_number(&d->tables[NOTES], s->note),
					   [PLACE] = place_number(d, &s->where)};

		for (unsigned c = 0; c < COLUMNS; c++)
			json_array_append_new(columns[c], json_integer(row[c]));
		before = s->step;
	}
	return o;
}

static json_t *data_marked(const struct hd_report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->nsteps; i++)
		if (r->steps_list[i].marked)
			json_array_append_new(list, json_integer(i));
	return list;
}

/* The index of a step that happened; -1: it is not listed. */
static json_int_t index_of_step(const struct hd_report *r, uint64_t step)
{
	for (unsigned i = 0; i < r->nsteps; i++)
		if (r->steps_list[i].step == step && !r->steps_list[i].pending)
			return i;
	return -1;
}

static json_t *data_orders(const struct hd_report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < r->norders; i++) {
		json_int_t first = index_of_step(r, r->orders[i].first),
			   second = index_of_step(r, r->orders[i].second);
		json_t *pair = json_array();

		json_array_append_new(pair, json_integer(first));
		json_array_append_new(pair, json_integer(second));
		if (first >= 0 && second >= 0)
			json_array_append(list, pair);
		json_decref(pair);
	}
	return list;
}

static json_t *data_blocks(const struct hd_report *r)
{
	json_t *o = json_object();

	for (unsigned i = 0; i < r->nblocks; i++)
		json_object_set_new(o, r->blocks[i].name, hd_json_text(r->blocks[i].text));
	return o;
}

static json_t *bug_data(struct bug_data *d)
{
	json_t *o = json_object();

	json_object_set_new(o, "threads", data_threads(d));
	json_object_set_new(o, "steps", data_steps(d));
	json_object_set_new(o, "locks", hd_lock_bars(d->report, &d->tables[OBJECTS]));
	json_object_set_new(o, "marked", data_marked(d->report));
	json_object_set_new(o, "orders", data_orders(d->report));
	json_object_set_new(o, "leftOut", hd_json_u64(d->report->steps_left_out));
	json_object_set_new(o, "blocks", data_blocks(d->report));
	json_object_set_new(o, "acts", d->act_list);
	json_object_set_new(o, "places", d->place_list);
	json_object_set_new(o, "objects", hd_text_table_end(&d->tables[OBJECTS]));
	json_object_set_new(o, "values", hd_text_table_end(&d->tables[VALUES]));
	json_object_set_new(o, "notes", hd_text_table_end(&d->tables[NOTES]));
	json_object_set_new(o, "functions", hd_text_table_end(&d->tables[FUNCTIONS]));
	json_object_set_new(o, "files", hd_source_context_json(d->sources));
	json_decref(hd_text_table_end(&d->tables[ACTS]));
	json_decref(hd_text_table_end(&d->tables[PLACES]));
	return o;
}

/* Within a script element no `<` may come: it could end the element, or begin a comment. */
static int put_script_bytes(const char *bytes, size_t n, void *file)
{
	for (size_t i = 0; i < n; i++)
		if (bytes[i] == '<')
			fputs("\\u003c", file);
		else
			fputc(bytes[i], file);
	return 0;
}

void hd_bug_data_put(FILE *f, const struct hd_report *r, const struct hd_source_context *sources)
{
	struct bug_data d = {
	    .report = r, .sources = sources, .act_list = json_array(), .place_list = json_array()};
	json_t *data;

	for (unsigned i = 0; i < TABLES; i++)
		hd_text_table_begin(&d.tables[i]);
	data = bug_data(&d);
	fputs("<script type=\"application/json\" id=\"run\">", f);
	json_dump_callback(data, put_script_bytes, f, JSON_COMPACT);
	fputs("</script>\n", f);
	json_decref(data);
}
