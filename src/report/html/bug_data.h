/* SPDX-License-Identifier: Apache-2.0
 *
 * What the script of a failure's page works on: the run as JSON. Steps are columns of numbers, and each text,
 * place and line of source is there once, so that a hundred thousand steps take some megabytes.
 * src/report/page/bug_model.js reads it. */
#pragma once

#include <stdio.h>

#include "report/html/source_context.h"
#include "report/report.h"

/* As a script element that is not run. */
void hd_bug_data_put(FILE *f, const struct hd_report *r, const struct hd_source_context *sources);
