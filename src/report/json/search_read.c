/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/search_read.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/fail.h"

#define IDIOMS 6

static uint64_t read_count(const json_t *object, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 ? (uint64_t)n : 0;
}

static uint64_t read_exposed(const json_t *coverage)
{
	uint64_t n = 0;

	for (int i = 1; i <= IDIOMS; i++) {
		char *key = hd_sprintf("idiom%d", i);

		n += read_count(coverage, key);
		free(key);
	}
	return n;
}

/* The first failure that counts, else the first of all. */
static const json_t *worst_failure(const json_t *failures)
{
	for (size_t i = 0; i < json_array_size(failures); i++)
		if (json_is_true(json_object_get(json_array_get(failures, i), "counts")))
			return json_array_get(failures, i);
	return json_array_get(failures, 0);
}

static char *read_text(const json_t *object, const char *key)
{
	return hd_strdup_or_null(json_string_value(json_object_get(object, key)));
}

static void read_known(const json_t *known, struct hd_search_read *r)
{
	size_t n = json_array_size(known);

	r->known = hd_new(n + 1, sizeof(*r->known));
	for (; r->nknown < n; r->nknown++) {
		const json_t *k = json_array_get(known, r->nknown);

		r->known[r->nknown] = (struct hd_search_known){.state = read_text(k, "state"),
							       .folder = read_text(k, "folder"),
							       .message = read_text(k, "message")};
	}
}

/* Takes it over. */
static bool read_search(json_t *o, struct hd_search_read *r)
{
	const json_t *coverage = json_object_get(o, "coverage"), *failure;

	failure = worst_failure(json_object_get(o, "failures"));
	*r = (struct hd_search_read){.verdict = read_text(o, "verdict"),
				     .runs = read_count(o, "runs"),
				     .seconds = json_number_value(json_object_get(o, "seconds")),
				     .threads = read_count(o, "threads"),
				     .shared = read_count(coverage, "shared_sites"),
				     .covered = read_exposed(coverage),
				     .fresh = read_count(coverage, "new"),
				     .input = read_text(o, "input"),
				     .findings = json_array_size(json_object_get(o, "findings")),
				     .kind = read_text(failure, "kind"),
				     .message = read_text(failure, "message"),
				     .bug = (unsigned)read_count(failure, "id")};
	read_known(json_object_get(o, "known"), r);
	json_decref(o);
	if (r->verdict)
		return true;
	hd_search_read_free(r);
	return false;
}

bool hd_search_read(const char *path, struct hd_search_read *r)
{
	return read_search(json_load_file(path, 0, NULL), r);
}

bool hd_search_read_text(const char *text, struct hd_search_read *r)
{
	return read_search(json_loads(text, 0, NULL), r);
}

void hd_search_read_free(struct hd_search_read *r)
{
	for (size_t i = 0; i < r->nknown; i++) {
		free(r->known[i].state);
		free(r->known[i].folder);
		free(r->known[i].message);
	}
	free(r->known);
	free(r->verdict);
	free(r->input);
	free(r->kind);
	free(r->message);
}
