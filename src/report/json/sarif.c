/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/sarif.h"

#include "report/json/json_text.h"
#include "report/json/sarif_log.h"
#include "report/json/sarif_places.h"
#include "report/json/sarif_result.h"

int hd_sarif_write(const struct hd_search_results *s, FILE *f)
{
	struct hd_sarif_files files = {.root = s->root, .program = s->program};
	json_t *results = json_array(), *log;

	for (size_t i = 0; i < s->found->n; i++)
		json_array_append_new(results, hd_sarif_result(&files, &s->found->list[i], s->compared));
	log = hd_sarif_log(s, results, hd_sarif_artifacts(&files));
	hd_sarif_files_term(&files);
	return hd_json_write(log, f);
}
