/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/suite.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

struct hd_suite_test *hd_suite_add(struct hd_suite *s, const char *name, const char *group,
				   const char *program)
{
	struct hd_suite_test *t;

	s->tests = hd_grow(s->tests, &s->cap, s->n + 1, sizeof(*s->tests));
	t = &s->tests[s->n++];
	*t = (struct hd_suite_test){.name = hd_strdup(name), .group = hd_strdup(group)};
	hd_words_add(&t->argv, program);
	return t;
}

void hd_suite_test_free(struct hd_suite_test *t)
{
	free(t->name);
	free(t->group);
	hd_words_free(&t->argv);
	hd_words_free(&t->variables);
	free(t->directory);
	free(t->input);
	free(t->skipped);
	free(t->result.kind);
	free(t->result.message);
	free(t->result.stored);
	free(t->result.remark);
}

void hd_suite_free(struct hd_suite *s)
{
	for (size_t i = 0; i < s->n; i++)
		hd_suite_test_free(&s->tests[i]);
	free(s->tests);
	*s = (struct hd_suite){0};
}

/* The message of a failed check is "test NAME: CHECK", or "test NAME / SECTION: CHECK". */
char *hd_suite_failure_text(const struct hd_suite_test *t)
{
	const struct hd_suite_result *r = &t->result;
	const char *message = r->message ? r->message : "";
	size_t n = strlen(t->name);

	if (!strcmp(r->kind, "exit") && !strncmp(message, "test ", 5)) {
		message += 5;
		if (strncmp(message, t->name, n) != 0)
			return hd_strdup(message);
		message += n;
		if (!strncmp(message, " / ", 3)) /* a section of the test */
			return hd_strdup(message + 3);
		return hd_strdup(message + strspn(message, ": "));
	}
	return hd_sprintf("%s: %s", r->kind, message);
}

bool hd_suite_verdict_is(const struct hd_suite_test *t, const char *verdict)
{
	return t->result.verdict && !strcmp(t->result.verdict, verdict);
}

bool hd_suite_failed(const struct hd_suite_test *t)
{
	return hd_suite_verdict_is(t, HD_VERDICT_FAILED) ||
	       (hd_suite_verdict_is(t, HD_VERDICT_INCONCLUSIVE) && t->result.kind);
}

size_t hd_suite_count(const struct hd_suite *s, const char *verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += hd_suite_verdict_is(&s->tests[i], verdict);
	return n;
}
