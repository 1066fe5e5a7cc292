/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/baseline_read.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "report/fingerprint.h"

void hd_fingerprints_add(struct hd_fingerprints *f, const char *fingerprint)
{
	f->list = hd_grow(f->list, &f->cap, f->n + 1, sizeof(*f->list));
	f->list[f->n++] = hd_strdup(fingerprint);
}

void hd_fingerprints_term(struct hd_fingerprints *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->list[i]);
	free(f->list);
	*f = (struct hd_fingerprints){0};
}

static void add_one(struct hd_fingerprints *out, const json_t *fingerprint)
{
	const char *text = json_string_value(fingerprint);

	if (text && strlen(text) == HD_FINGERPRINT_DIGITS)
		hd_fingerprints_add(out, text);
}

/* A result that services have marked as gone is not known any more. */
static bool is_absent(const json_t *result)
{
	const char *state = json_string_value(json_object_get(result, "baselineState"));

	return state && !strcmp(state, "absent");
}

static void add_sarif(struct hd_fingerprints *out, const json_t *run)
{
	const json_t *results = json_object_get(run, "results");

	for (size_t i = 0; i < json_array_size(results); i++) {
		const json_t *result = json_array_get(results, i);

		if (!is_absent(result))
			add_one(out, json_object_get(json_object_get(result, "partialFingerprints"),
						     HD_FINGERPRINT_NAME));
	}
}

static void add_summary(struct hd_fingerprints *out, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		add_one(out, json_object_get(json_array_get(list, i), "fingerprint"));
}

char *hd_baseline_read(const char *path, struct hd_fingerprints *out)
{
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);
	const json_t *runs;
	char *trouble = NULL;

	if (!root)
		return hd_strdup(error.text);
	runs = json_object_get(root, "runs");
	if (json_is_array(runs)) {
		for (size_t i = 0; i < json_array_size(runs); i++)
			add_sarif(out, json_array_get(runs, i));
	} else if (json_is_array(json_object_get(root, "failures"))) {
		add_summary(out, json_object_get(root, "failures"));
		add_summary(out, json_object_get(root, "findings"));
	} else {
		trouble = hd_strdup("it is neither SARIF nor a summary that heddle test --json has written");
	}
	json_decref(root);
	return trouble;
}
