/* SPDX-License-Identifier: Apache-2.0 */
#include "report/results.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/check.h"
#include "report/fingerprint.h"
#include "report/words.h"

static void free_result(struct hd_result *result)
{
	hd_report_free(result->report);
	free(result->folder);
	free(result->fingerprint);
}

static struct hd_result *doubtful(const struct hd_results *r, const char *fingerprint)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].report->doubt && !strcmp(r->list[i].fingerprint, fingerprint))
			return &r->list[i];
	return NULL;
}

struct hd_result *hd_results_put(struct hd_results *r, struct hd_report *report)
{
	char *fingerprint = hd_report_fingerprint(report);
	struct hd_result *at = doubtful(r, fingerprint);

	if (at) {
		free_result(at);
	} else {
		r->list = hd_grow(r->list, &r->cap, r->n + 1, sizeof(*r->list));
		at = &r->list[r->n++];
	}
	*at = (struct hd_result){.report = report, .fingerprint = fingerprint};
	return at;
}

const char *const hd_level_names[] = {"error", "warning", "note"};

enum hd_level hd_level_of(const char *kind, bool counts)
{
	if (counts)
		return HD_LEVEL_ERROR;
	for (unsigned i = 0; i < HD_ANALYSES; i++)
		if (!strcmp(kind, hd_analysis_infos[i].name))
			return hd_analysis_infos[i].when == HD_ANALYSIS_AS_HINT ||
				       hd_analysis_infos[i].when == HD_ANALYSIS_BY_NAME
				   ? HD_LEVEL_NOTE
				   : HD_LEVEL_WARNING;
	return HD_LEVEL_WARNING;
}

void hd_results_term(struct hd_results *r)
{
	for (size_t i = 0; i < r->n; i++)
		free_result(&r->list[i]);
	free(r->list);
	*r = (struct hd_results){0};
}

static const struct hd_location *own_frame(const struct hd_report_thread *t)
{
	for (unsigned i = 0; t && i < t->nstack; i++)
		if (hd_place_own(&t->stack[i]))
			return &t->stack[i];
	return NULL;
}

const struct hd_location *hd_result_place(const struct hd_report *r)
{
	const struct hd_location *place = NULL;

	if (hd_place_own(&r->where))
		return &r->where;
	if (r->tid >= 0)
		place = own_frame(hd_report_thread(r, (unsigned)r->tid));
	for (unsigned i = 0; !place && i < r->nthreads; i++)
		place = hd_place_own(&r->threads[i].where) ? &r->threads[i].where : own_frame(&r->threads[i]);
	return place;
}
