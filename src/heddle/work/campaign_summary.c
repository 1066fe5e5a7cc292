/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/campaign_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "base/number.h"
#include "heddle/suite/table.h"
#include "heddle/work/campaign_compare.h"
#include "report/html/campaign_page.h"

static void put_list(FILE *f, const char *what, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fprintf(f, "  %s: %s\n", what, names[i]);
}

static void tell_known(FILE *f, const struct hd_suite_campaign *c)
{
	for (size_t i = 0; i < c->nknown; i++)
		if (strcmp(c->known[i].state, "still failing") != 0)
			fprintf(f, "  %s: %s (%s)\n", c->known[i].state, c->known[i].what, c->known[i].test);
}

static void tell_comparison(FILE *f, const struct hd_suite_campaign *c)
{
	time_t last = (time_t)c->last;
	char when[64] = "?", fresh[HD_COUNT_TEXT];
	struct tm tm;

	if (!c->last)
		fprintf(f, "heddle: %s new interleavings\n", hd_count_text(c->fresh, fresh));
	if (c->last) {
		if (localtime_r(&last, &tm))
			strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &tm);
		fprintf(f,
			"heddle: since the campaign of %s: %zu new failure%s, %zu still failing, %zu no "
			"longer; %s new interleavings\n",
			when, c->nnew_failures, c->nnew_failures == 1 ? "" : "s", c->nstill_failing,
			c->nno_longer, hd_count_text(c->fresh, fresh));
		put_list(f, "new failure", c->new_failures, c->nnew_failures);
		put_list(f, "no longer failing", c->no_longer, c->nno_longer);
	}
	tell_known(f, c);
}

static int write_summaries(struct hd_campaign_work *w, const struct hd_campaign_summary *s,
			   const struct hd_suite_options *o, double seconds,
			   const struct hd_suite_campaign *c)
{
	char *json = s->command->json ? hd_strdup(s->command->json) : hd_sprintf("%s/campaign.json", s->out),
	     *html = s->command->html ? hd_strdup(s->command->html) : hd_sprintf("%s/campaign.html", s->out);
	const struct hd_suite *suite = &w->tests->suite;
	int bad = hd_suite_write_summary(suite, o, seconds, c, hd_suite_write_json, json);

	bad |= hd_suite_write_summary(suite, o, seconds, c, hd_campaign_page_write, html);
	free(json);
	free(html);
	return bad;
}

/* What was not searched. */
static void settle_verdicts(struct hd_suite *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->tests[i].result.verdict)
			s->tests[i].result.verdict =
			    s->tests[i].skipped ? HD_VERDICT_SKIPPED : HD_VERDICT_NOT_RUN;
}

static double seconds_of(const struct hd_suite *s)
{
	double seconds = 0;

	for (size_t i = 0; i < s->n; i++)
		seconds += s->tests[i].result.seconds;
	return seconds;
}

int hd_campaign_summary(struct hd_campaign_work *w, const struct hd_campaign_summary *s)
{
	struct hd_suite *suite = &w->tests->suite;
	const struct hd_suite_options o = {
	    .noun = "test", .out = s->command->out, .absolute = (char *)s->out, .quiet = s->command->quiet};
	struct hd_suite_campaign c;
	FILE *f = s->command->json && !strcmp(s->command->json, "-") ? stderr : stdout;
	double seconds = seconds_of(suite);
	int bad;

	settle_verdicts(suite);
	hd_campaign_compare(w, s->name, &c);
	c.goes_on = s->goes_on;
	hd_suite_print(suite, &o, seconds, f);
	tell_comparison(f, &c);
	if (s->interrupted)
		fprintf(f, "heddle: interrupted: the same command goes on with it\n");
	bad = write_summaries(w, s, &o, seconds, &c);
	hd_campaign_compare_free(&c);
	return hd_suite_status(suite, bad || s->interrupted);
}
