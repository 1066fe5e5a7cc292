/* SPDX-License-Identifier: Apache-2.0
 *
 * What is around the results in SARIF: the tool with its rules, and the search. Private to sarif*.c. */
#pragma once

#include <jansson.h>

#include "report/results.h"

/* The whole log, with one run in it. Takes results and artifacts; s->found is not looked at. */
json_t *hd_sarif_log(const struct hd_search_results *s, json_t *results, json_t *artifacts);
