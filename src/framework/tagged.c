/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/tagged.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* "Queue.Two", of "Queue.Two (0 ms)" or "Queue.Two/1, where GetParam() = 3 (0 ms)". */
static char *tagged_name(const char *text)
{
	return hd_sprintf("%.*s", (int)strcspn(text, ", "), text);
}

static void forget_check(struct hd_failed_test *t)
{
	hd_failed_test_free(t);
	*t = (struct hd_failed_test){.framework = t->framework};
}

bool hd_tagged_find(const struct hd_tagged *form, const struct hd_lines *output, bool ended,
		    struct hd_failed_test *t)
{
	const char *running = NULL, *rest;
	bool ours = false;

	for (size_t i = 0; i < output->n; i++) {
		const char *line = output->line[i];

		if ((rest = hd_line_after_tag(line, "=========="))) {
			ours |= strstr(rest, form->header) != NULL;
		} else if ((rest = hd_line_after_tag(line, "RUN"))) {
			running = rest;
		} else if (hd_line_after_tag(line, "OK") || hd_line_after_tag(line, "SKIPPED")) {
			running = NULL;
		} else if (!(rest = hd_line_after_tag(line, "FAILED"))) {
			form->take_check(output, i, t);
		} else if (ended && ours) {
			t->name = tagged_name(rest);
			return true;
		} else {
			forget_check(t);
			running = NULL;
		}
	}
	if (ours && running)
		t->name = tagged_name(running);
	return t->name;
}
