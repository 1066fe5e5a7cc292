/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/tell_test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "framework/find_failed_test.h"
#include "report/utf8.h"

#define NAME_MAX_BYTES 300
#define TEXT_MAX_BYTES 1000

static char *place_text(const struct hd_report_test *t)
{
	return t->file ? hd_sprintf("%s:%d: ", t->file, t->line) : hd_strdup("");
}

static void tell_failed_check(struct hd_report *r)
{
	char *place = place_text(&r->test), *ended = r->message;

	r->message = hd_sprintf("test %s: %s%s", r->test.name, place, r->test.text);
	free(r->detail);
	r->detail = hd_sprintf("reported by %s; %s", r->test.framework, ended);
	free(place);
	free(ended);
}

static void take_failed_test(struct hd_report *r, const struct hd_failed_test *t)
{
	r->test = (struct hd_report_test){.framework = hd_strdup(t->framework),
					  .name = hd_clean(t->name, NAME_MAX_BYTES),
					  .file = hd_clean(t->file, NAME_MAX_BYTES),
					  .line = t->line,
					  .text = hd_clean(t->text, TEXT_MAX_BYTES)};
}

void hd_report_tell_test(struct hd_report *r, const struct hd_capture *output)
{
	bool ended = !strcmp(r->kind, hd_outcome_text[HD_OUT_EXIT]);
	struct hd_failed_test test;
	struct hd_text text;
	char *all;

	hd_text_begin(&text);
	hd_capture_print(output, text.f);
	all = hd_text_end(&text);
	if (hd_failed_test_find(&test, all, text.length, ended)) {
		take_failed_test(r, &test);
		hd_failed_test_free(&test);
		if (ended && r->test.text)
			tell_failed_check(r);
	}
	free(all);
}
