/* SPDX-License-Identifier: Apache-2.0
 *
 * A generated test as a C program that needs nothing of Heddle. */
#pragma once

#include "gen/emit/test_results.h"
#include "gen/tests/part.h"

/* The whole program. `about` is the text of its first comment, which may have several lines. With `allowed`
 * the program aborts when its calls give back anything else; NULL: it does not look. */
void hd_test_write(const struct hd_model *m, const struct hd_test *t, const char *about,
		   const struct hd_allowed *allowed, FILE *f);
/* The call with that number, of all calls of the test in a row, as C without the semicolon. To be freed. */
char *hd_call_text(const struct hd_model *m, const struct hd_test *t, unsigned index);
