/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/sarif_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "report/fingerprint.h"
#include "report/json/json_text.h"
#include "report/json/sarif_log.h"
#include "report/json/sarif_places.h"

struct hd_sarif_merge {
	json_t *base; /* the URI of the root */
	json_t *results, *artifacts;
};

struct hd_sarif_merge *hd_sarif_merge_new(const char *root)
{
	struct hd_sarif_merge *m = hd_new(1, sizeof(*m));

	m->base = hd_sarif_uri(root, true);
	m->results = json_array();
	m->artifacts = json_array();
	return m;
}

void hd_sarif_merge_free(struct hd_sarif_merge *m)
{
	json_decref(m->base);
	json_decref(m->results);
	json_decref(m->artifacts);
	free(m);
}

/* ---- names of files ---- */

/* A search in another folder may have had another root: its names become absolute, or relative to ours. */
static void move_to_root(const struct hd_sarif_merge *m, json_t *location, const char *base)
{
	const char *uri = json_string_value(json_object_get(location, "uri")),
		   *ours = json_string_value(m->base);
	bool relative = json_object_get(location, "uriBaseId") != NULL;
	char *whole;

	if (!uri || (relative && base && !strcmp(base, ours)))
		return;
	whole = relative && base ? hd_sprintf("%s%s", base, uri) : hd_strdup(uri);
	if (!strncmp(whole, ours, strlen(ours))) {
		json_object_set_new(location, "uri", json_string(whole + strlen(ours)));
		json_object_set_new(location, "uriBaseId", json_string(HD_SARIF_ROOT));
	} else {
		json_object_set_new(location, "uri", json_string(whole));
		json_object_del(location, "uriBaseId");
	}
	free(whole);
}

static size_t artifact_index(const struct hd_sarif_merge *m, const json_t *location)
{
	json_t *copy = json_deep_copy(location), *artifact;
	size_t n = json_array_size(m->artifacts);

	json_object_del(copy, "index");
	for (size_t i = 0; i < n; i++)
		if (json_equal(json_object_get(json_array_get(m->artifacts, i), "location"), copy)) {
			json_decref(copy);
			return i;
		}
	artifact = json_object();
	json_object_set_new(artifact, "location", copy);
	json_array_append_new(m->artifacts, artifact);
	return n;
}

/* All names of files in a result, however deep. */
static void rename_files(const struct hd_sarif_merge *m, json_t *o, const char *base)
{
	for (size_t i = 0; i < json_array_size(o); i++)
		rename_files(m, json_array_get(o, i), base);
	for (void *at = json_object_iter(o); at; at = json_object_iter_next(o, at)) {
		json_t *value = json_object_iter_value(at);

		if (strcmp(json_object_iter_key(at), "artifactLocation") != 0) {
			rename_files(m, value, base);
			continue;
		}
		move_to_root(m, value, base);
		if (json_object_get(value, "index"))
			json_object_set_new(value, "index",
					    json_integer((json_int_t)artifact_index(m, value)));
	}
}

/* ---- results ---- */

static const char *text_at(const json_t *o, const char *outer, const char *key)
{
	return json_string_value(json_object_get(outer ? json_object_get(o, outer) : o, key));
}

static bool same_text(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

static bool is_same_result(const json_t *a, const json_t *b)
{
	return same_text(text_at(a, NULL, "ruleId"), text_at(b, NULL, "ruleId")) &&
	       same_text(text_at(a, "partialFingerprints", HD_FINGERPRINT_NAME),
			 text_at(b, "partialFingerprints", HD_FINGERPRINT_NAME));
}

static void merge_result(const struct hd_sarif_merge *m, json_t *result, const char *base)
{
	for (size_t i = 0; i < json_array_size(m->results); i++)
		if (is_same_result(json_array_get(m->results, i), result))
			return;
	rename_files(m, result, base);
	json_array_append(m->results, result);
}

void hd_sarif_merge_add(struct hd_sarif_merge *m, const char *path)
{
	json_t *log = json_load_file(path, 0, NULL), *run = json_array_get(json_object_get(log, "runs"), 0);
	const char *base = json_string_value(json_object_get(
	    json_object_get(json_object_get(run, "originalUriBaseIds"), HD_SARIF_ROOT), "uri"));
	const json_t *results = json_object_get(run, "results");

	for (size_t i = 0; i < json_array_size(results); i++)
		merge_result(m, json_array_get(results, i), base);
	json_decref(log);
}

int hd_sarif_merge_write(const struct hd_sarif_merge *m, const struct hd_search_results *s, FILE *f)
{
	return hd_json_write(hd_sarif_log(s, json_incref(m->results), json_incref(m->artifacts)), f);
}
