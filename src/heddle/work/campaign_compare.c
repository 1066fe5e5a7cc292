/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/campaign_compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* What another campaign says of the tests of this one: by test. */
struct before {
	bool *failed;
};

/* The latest one that is not this one, or one that was replaced before it had come to something. 0: there is
 * none. */
static int64_t find_last(const struct hd_campaign_work *w, const char *name, int64_t *started)
{
	struct hd_work_campaign c;
	int64_t found = 0;

	while (hd_work_next_campaign(w->store, &c))
		if (!found && c.id < w->id && !strcmp(c.name, name) && strcmp(c.state, "replaced") != 0) {
			found = c.id;
			*started = c.started;
		}
	return found;
}

static void read_before(const struct hd_campaign_work *w, int64_t campaign, struct before *b)
{
	struct hd_work_unit u;

	while (hd_work_next_unit(w->store, campaign, &u)) {
		const char *name = strchr(u.key, ' ');
		const struct hd_suite_test *t = name ? hd_campaign_test_named(w->tests, name + 1) : NULL;

		if (!t || u.state != HD_WORK_DONE)
			continue;
		b->failed[t - w->tests->suite.tests] |= !strcmp(u.result.verdict, HD_VERDICT_FAILED);
	}
}

static void sort_tests(const struct hd_campaign_work *w, const struct before *b,
		       struct hd_suite_campaign *out)
{
	const struct hd_suite *s = &w->tests->suite;

	out->new_failures = hd_new(s->n + 1, sizeof(*out->new_failures));
	out->still_failing = hd_new(s->n + 1, sizeof(*out->still_failing));
	out->no_longer = hd_new(s->n + 1, sizeof(*out->no_longer));
	for (size_t i = 0; i < s->n; i++) {
		const struct hd_suite_test *t = &s->tests[i];

		if (hd_suite_failed(t) && b->failed[i])
			out->still_failing[out->nstill_failing++] = t->name;
		else if (hd_suite_failed(t))
			out->new_failures[out->nnew_failures++] = t->name;
		else if (b->failed[i] && t->result.rounds)
			out->no_longer[out->nno_longer++] = t->name;
	}
}

static void copy_news(const struct hd_campaign_work *w, struct hd_suite_campaign *out)
{
	out->known = hd_new(w->nnews + 1, sizeof(*out->known));
	for (size_t i = 0; i < w->nnews; i++)
		out->known[out->nknown++] = (struct hd_suite_known){
		    .test = w->news[i].test, .state = w->news[i].state, .what = w->news[i].what};
}

bool hd_campaign_compare(const struct hd_campaign_work *w, const char *name, struct hd_suite_campaign *out)
{
	size_t n = w->tests->suite.n;
	struct before b = {.failed = hd_new(n + 1, sizeof(bool))};
	int64_t last;

	*out = (struct hd_suite_campaign){.name = name, .fresh = w->fresh};
	last = find_last(w, name, &out->last);
	if (last)
		read_before(w, last, &b);
	sort_tests(w, &b, out);
	copy_news(w, out);
	free(b.failed);
	return last;
}

void hd_campaign_compare_free(struct hd_suite_campaign *c)
{
	free(c->new_failures);
	free(c->still_failing);
	free(c->no_longer);
	free(c->known);
	*c = (struct hd_suite_campaign){0};
}
