/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/failed_test.h"

#include <stdlib.h>

#include "base/fail.h"

void hd_failed_test_place(struct hd_failed_test *t, const struct hd_line_place *place)
{
	t->file = hd_sprintf("%.*s", (int)place->length, place->file);
	t->line = place->line;
}

void hd_failed_test_free(struct hd_failed_test *t)
{
	free(t->name);
	free(t->file);
	free(t->text);
}
