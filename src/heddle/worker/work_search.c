/* SPDX-License-Identifier: Apache-2.0
 *
 * A unit is done by a `heddle test` of its own, which puts what it learns into the same store. */
#include "heddle/worker/work_search.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/worker/work_args.h"
#include "heddle/worker/work_bugs.h"
#include "report/json/search_read.h"
#include "store/store_name.h"

#define REPORT_MAX (4u << 20)

static void search_words(const struct hd_worker *w, struct hd_words *words, const struct hd_work_search *s,
			 const struct hd_work_unit *u, const char *program, const char *input)
{
	hd_test_words(words, u->seconds, (uint64_t)u->runs);
	hd_words_add(words, "--quiet");
	hd_words_addf(words, "--store=%s", w->options->store);
	hd_words_addf(words, "--known-as=%s", u->program);
	hd_words_addf(words, "--out=%s", s->folder);
	hd_words_addf(words, "--json=%s", s->report);
	hd_work_add_list(words, u->options);
	if (w->options->jobs) /* how many is this machine's affair */
		hd_words_addf(words, "--jobs=%u", w->options->jobs);
	hd_words_add(words, "--");
	hd_words_add(words, program);
	hd_work_add_args(words, u, input);
}

bool hd_work_search_start(struct hd_worker *w, struct hd_work_search *s, const struct hd_work_unit *u,
			  const char *program, const char *input)
{
	struct hd_test_start start = {
	    .directory = u->folder[0] && !access(u->folder, X_OK) ? u->folder : NULL, .seconds = u->seconds};
	struct hd_words words = {0};
	bool started;

	*s = (struct hd_work_search){.folder = hd_sprintf("%s/out", w->folder),
				     .report = hd_sprintf("%s/report", w->folder),
				     .complaint = hd_sprintf("%s/complaint", w->folder)};
	hd_remove_tree(s->folder);
	unlink(s->report);
	search_words(w, &words, s, u, program, input);
	start.input = hd_work_reads_input(u) ? input : NULL;
	start.words = &words;
	start.out = start.err = s->complaint;
	started = hd_test_process_start(&s->process, &start, w->signals);
	hd_words_free(&words);
	return started;
}

bool hd_work_search_is_void(const struct hd_worker *w, const struct hd_work_search *s)
{
	return hd_store_is_remote(w->options->store) && !s->process.killed && access(s->report, F_OK) &&
	       !w->signals->interrupts;
}

/* The contents of a file, or as much as that; to be freed. */
static char *contents(const char *path, size_t most)
{
	char *text = hd_new(most + 1, 1);
	FILE *f = fopen(path, "re");

	if (f) {
		text[fread(text, 1, most, f)] = '\0';
		fclose(f);
	}
	return text;
}

void hd_work_search_read(const struct hd_work_search *s, struct hd_work_result *r)
{
	struct hd_search_read read;

	*r = (struct hd_work_result){.status = WIFEXITED(s->process.status) ? WEXITSTATUS(s->process.status)
									    : HD_EXIT_TROUBLE};
	if (hd_search_read(s->report, &read)) {
		r->verdict = hd_strdup(read.verdict);
		r->message = hd_strdup(read.message ? read.message : "");
		r->report = contents(s->report, REPORT_MAX);
		r->runs = (int64_t)read.runs;
		r->seconds = read.seconds;
		hd_search_read_free(&read);
		return;
	}
	r->status = HD_EXIT_TROUBLE;
	r->verdict = hd_strdup("not tested");
	r->message = hd_test_process_trouble(&s->process, s->complaint);
	r->report = hd_strdup("");
}

void hd_work_result_free(struct hd_work_result *r)
{
	free((char *)r->verdict);
	free((char *)r->message);
	free((char *)r->report);
}

bool hd_work_search_put(struct hd_worker *w, const struct hd_work_search *s, const struct hd_work_lease *l,
			struct hd_work_result *r, bool *ours)
{
	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return false;
	*ours = hd_work_finish(w->store, l, r);
	if (*ours)
		hd_work_put_bugs(w->store, l->unit.id, s->folder);
	return hd_store_commit(w->store) == HD_STORE_FINE;
}

void hd_work_search_free(struct hd_work_search *s)
{
	free(s->folder);
	free(s->report);
	free(s->complaint);
}
