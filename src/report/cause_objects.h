/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures that look the same can have different causes. What tells those apart is what the operations work
 * on whose order makes the program fail. */
#pragma once

#include "report/report.h"

/* A line for each: the variable, or for operations on locks and the like, which many causes have a part of,
 * the function and the line. To be freed; NULL: no order is known. */
char *hd_cause_objects(const struct hd_report *r);
/* They have a line in common. */
bool hd_cause_objects_meet(const char *a, const char *b);
