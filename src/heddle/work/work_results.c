/* SPDX-License-Identifier: Apache-2.0
 *
 * Units that search the same program with the same arguments are one line. */
#include "heddle/work/work_results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/failures/bugdir.h"
#include "heddle/cli/cmd.h"
#include "heddle/suite/search.h"
#include "heddle/suite/table.h"
#include "heddle/work/fetch_bugs.h"
#include "heddle/worker/work_args.h"
#include "heddle/worker/work_open.h"
#include "report/json/search_read.h"
#include "store/store_name.h"

struct results {
	const struct hd_work_results *asked;
	struct hd_store *store;
	char *out; /* absolute */
	struct hd_suite suite;
};

/* The program, as a person would start it. To be freed. */
static char *line_of(const struct hd_work_unit *u)
{
	struct hd_words words = {0};
	struct hd_text text;

	hd_words_add(&words, hd_base_name(u->path));
	hd_work_add_args(&words, u, *u->input ? u->input : NULL);
	hd_text_begin(&text);
	for (size_t i = 0; i < words.count; i++) {
		char *word = hd_shell_word(words.at[i]);

		fprintf(text.f, "%s%s", i ? " " : "", word);
		free(word);
	}
	if (hd_work_reads_input(u))
		fprintf(text.f, " < %s", u->input);
	hd_words_free(&words);
	return hd_text_end(&text);
}

static struct hd_suite_test *test_of(struct results *r, const struct hd_work_unit *u)
{
	char *name = line_of(u);
	struct hd_suite_test *t = NULL;

	for (size_t i = 0; !t && i < r->suite.n; i++)
		if (!strcmp(r->suite.tests[i].name, name) && !strcmp(r->suite.tests[i].argv.at[0], u->path))
			t = &r->suite.tests[i];
	if (!t) {
		t = hd_suite_add(&r->suite, name, hd_base_name(u->path), u->path);
		hd_work_add_args(&t->argv, u, *u->input ? u->input : NULL);
	}
	free(name);
	return t;
}

static void take_trouble(struct hd_suite_result *r, const struct hd_work_unit *u)
{
	if (r->kind) /* a failure tells more */
		return;
	r->verdict = HD_VERDICT_ERROR;
	free(r->message);
	r->message =
	    hd_strdup(u->state == HD_WORK_DONE || *u->result.message
			  ? u->result.message
			  : "given up: the campaign has ended, or its workers were lost again and again");
}

/* One that has failed stays failed, whatever another search comes to. */
static void take_unit(struct results *r, const struct hd_work_unit *u)
{
	struct hd_suite_result *to = &test_of(r, u)->result;
	bool failed = to->verdict && !strcmp(to->verdict, HD_VERDICT_FAILED);
	struct hd_search_read read;

	if (u->state != HD_WORK_DONE && u->state != HD_WORK_GIVEN_UP)
		return;
	if (u->state == HD_WORK_DONE && hd_search_read_text(u->result.report, &read)) {
		if (read.bug && !hd_fetch_bugs(r->store, u, r->out, &read.bug))
			read.bug = 0; /* the machine that has found it has kept it */
		hd_suite_take_results(to, &read);
		hd_search_read_free(&read);
		if (failed)
			to->verdict = HD_VERDICT_FAILED;
	} else if (u->state == HD_WORK_GIVEN_UP || u->result.status >= HD_EXIT_TROUBLE) {
		take_trouble(to, u);
	}
}

static void say_state(const struct hd_work_campaign *c, const struct hd_work_counts *n, FILE *f)
{
	fprintf(f, "heddle: campaign `%s` (%s): %" PRIu64 " of %" PRIu64 " units are done", c->name, c->state,
		n->done, n->units);
	if (n->leased)
		fprintf(f, ", %" PRIu64 " under way by %" PRIu64 " worker%s", n->leased, n->workers,
			n->workers == 1 ? "" : "s");
	if (n->given_up)
		fprintf(f, ", %" PRIu64 " given up", n->given_up);
	putc('\n', f);
}

static int tell_results(struct results *r, const struct hd_work_campaign *c)
{
	const struct hd_suite_options o = {.noun = "test", .out = r->asked->out, .absolute = r->out};
	FILE *f = r->asked->json && !strcmp(r->asked->json, "-") ? stderr : stdout;
	struct hd_work_counts n;
	struct hd_work_unit u;
	double seconds = 0;
	int bad = 0;

	while (hd_work_next_unit(r->store, c->id, &u))
		take_unit(r, &u);
	hd_work_count(r->store, c->id, &n);
	for (size_t i = 0; i < r->suite.n; i++) {
		struct hd_suite_result *result = &r->suite.tests[i].result;

		if (!result->verdict)
			result->verdict = HD_VERDICT_NOT_RUN;
		seconds += result->seconds;
	}
	if (hd_store_state(r->store) != HD_STORE_FINE)
		return HD_STATUS_TROUBLE;
	say_state(c, &n, f);
	hd_suite_print(&r->suite, &o, seconds, f);
	if (r->asked->json)
		bad =
		    hd_suite_write_summary(&r->suite, &o, seconds, NULL, hd_suite_write_json, r->asked->json);
	return hd_suite_status(&r->suite, bad);
}

int hd_work_results(const struct hd_work_results *asked)
{
	char *shown = hd_store_shown(asked->store);
	struct results r = {.asked = asked, .store = hd_work_open(asked->store, shown, HD_STORE_READ)};
	struct hd_work_campaign c = {0};
	int status = r.store ? hd_bugdir_prepare(asked->out) : HD_STATUS_TROUBLE;

	r.out = status ? NULL : realpath(asked->out, NULL);
	if (!status && !r.out) {
		status = hd_complain_errno(errno, "cannot find the output folder %s", asked->out);
	} else if (!status && !hd_work_find_campaign(r.store, asked->campaign, &c)) {
		status = hd_complain("there is no campaign `%s` in the store %s", asked->campaign, shown);
	} else if (!status) {
		status = tell_results(&r, &c);
		if (hd_store_state(r.store) != HD_STORE_FINE)
			hd_complain("cannot read the store %s (%s)", shown, hd_store_why(r.store));
	}
	hd_work_campaign_free(&c);
	hd_suite_free(&r.suite);
	hd_store_close(r.store);
	free(r.out);
	free(shown);
	return status;
}
