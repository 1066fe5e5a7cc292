/* SPDX-License-Identifier: Apache-2.0
 *
 * From when to when each thread holds each lock, as numbers for the script of a page. */
#pragma once

#include <jansson.h>

#include "report/html/text_table.h"
#include "report/report.h"

/* A list of [thread, object, first, end]: the index of the step that takes the lock, -1 for one before the
 * first step, and that of the step that gives it back, or the number of steps. Objects are numbered by the
 * table. */
json_t *hd_lock_bars(const struct hd_report *r, struct hd_text_table *objects);
