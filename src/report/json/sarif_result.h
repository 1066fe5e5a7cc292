/* SPDX-License-Identifier: Apache-2.0
 *
 * One failure or finding in SARIF. Private to sarif*.c. */
#pragma once

#include <jansson.h>

#include "report/json/sarif_places.h"
#include "report/results.h"

/* The `result` object. `compared`: there is a baseline. */
json_t *hd_sarif_result(struct hd_sarif_files *files, const struct hd_result *r, bool compared);
