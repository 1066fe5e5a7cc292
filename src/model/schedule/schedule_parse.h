/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule from text. Strict: every line must be there, in order, and be what the printer writes but for
 * the blanks between words. Nothing is allocated on the word of a count: memory grows with what was read. */
#pragma once

#include "model/schedule/schedule.h"

/* From the text form. NULL, and a sentence that names the line in *error (to be freed), when it is none. */
struct hd_schedule *hd_schedule_parse(const char *text, size_t size, char **error);
