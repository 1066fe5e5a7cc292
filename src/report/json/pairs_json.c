/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/pairs_json.h"

#include "model/event.h"
#include "report/json/json_text.h"

static json_t *number_or_null(uint32_t number)
{
	return number == UINT32_MAX ? json_null() : json_integer(number);
}

static json_t *place_json(const struct hd_pairs *pairs, const struct hd_pair_place *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "operation", hd_json_text(hd_event_text[p->what]));
	json_object_set_new(o, "file", hd_json_text(p->file == UINT32_MAX ? NULL : pairs->files[p->file]));
	json_object_set_new(o, "line", json_integer(p->line));
	json_object_set_new(o, "column", json_integer(p->column));
	json_object_set_new(o, "function", hd_json_text(p->function));
	json_object_set_new(o, "object", hd_json_text(p->object));
	return o;
}

static json_t *thread_json(const struct hd_pair_thread *t)
{
	json_t *o = json_object();

	json_object_set_new(o, "start", hd_json_text(t->start));
	json_object_set_new(o, "many", json_boolean(t->many));
	json_object_set_new(o, "created_at", number_or_null(t->place));
	return o;
}

static json_t *mask_json(uint64_t mask)
{
	json_t *list = json_array();

	for (; mask; mask &= mask - 1)
		json_array_append_new(list, json_integer(__builtin_ctzll(mask)));
	return list;
}

static json_t *pair_json(const struct hd_pairs *pairs, const struct hd_pair *p)
{
	json_t *o = json_object(), *both = json_array(), *threads = json_array();

	json_array_append_new(both, json_integer(p->a));
	json_array_append_new(both, json_integer(p->b));
	json_array_append_new(threads, mask_json(p->threads_a));
	json_array_append_new(threads, mask_json(p->threads_b));
	json_object_set_new(o, "kind", hd_json_text(hd_pair_text[p->kind]));
	json_object_set_new(o, "same_object", hd_json_text(p->must ? "must" : "may"));
	json_object_set_new(o, "object", hd_json_text(hd_pair_object(pairs, p)));
	json_object_set_new(o, "places", both);
	json_object_set_new(o, "threads", threads);
	return o;
}

static json_t *count_json(const struct hd_pair_count *c)
{
	json_t *o = json_object();

	json_object_set_new(o, "without", hd_json_text(c->without));
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		json_object_set_new(o, hd_pair_text[k], json_integer((json_int_t)c->pairs[k]));
	return o;
}

int hd_pairs_json(const struct hd_pairs *pairs, FILE *out)
{
	json_t *root = json_object(), *places = json_array(), *threads = json_array(), *list = json_array(),
	       *counts = json_array();

	for (size_t i = 0; i < pairs->nplaces; i++)
		json_array_append_new(places, place_json(pairs, &pairs->places[i]));
	for (size_t i = 0; i < pairs->nthreads; i++)
		json_array_append_new(threads, thread_json(&pairs->threads[i]));
	for (size_t i = 0; i < pairs->npairs; i++)
		json_array_append_new(list, pair_json(pairs, &pairs->pairs[i]));
	for (size_t i = 0; i < pairs->ncounts; i++)
		json_array_append_new(counts, count_json(&pairs->counts[i]));
	json_object_set_new(root, "version", json_integer(HD_PAIRS_VERSION));
	json_object_set_new(root, "instructions", json_integer((json_int_t)pairs->instructions));
	json_object_set_new(root, "left_out", json_integer((json_int_t)pairs->lost));
	json_object_set_new(root, "threads", threads);
	json_object_set_new(root, "places", places);
	json_object_set_new(root, "pairs", list);
	json_object_set_new(root, "counts", counts);
	return hd_json_write(root, out);
}
