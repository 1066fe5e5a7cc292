/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps that matter, as a plain table with their source: what a page says on paper and without scripts.
 */
#pragma once

#include <stdio.h>

#include "report/html/source_context.h"
#include "report/report.h"

void hd_critical_steps_put(FILE *f, const struct hd_report *r, const struct hd_source_context *sources);
