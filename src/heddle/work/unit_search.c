/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/unit_search.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"
#include "heddle/worker/work_args.h"
#include "report/json/search_read.h"

#define JOBS "--jobs="

static char *unit_file(const struct hd_unit_search *s, const struct hd_unit_place *place, const char *what)
{
	return hd_sprintf("%s/unit-%u.%s", place->folder, s->number, what);
}

static void unit_command(struct hd_words *words, const struct hd_work_unit *u,
			 const struct hd_unit_place *place, const char *json)
{
	hd_test_words(words, u->seconds, (uint64_t)u->runs);
	hd_words_addf(words, "--out=%s", place->out);
	hd_words_addf(words, "--store=%s", place->store);
	hd_words_addf(words, "--known-as=%s", u->program);
	hd_words_addf(words, "--json=%s", json);
	hd_work_add_list(words, u->options);
	hd_words_add(words, "--");
	hd_words_add(words, u->path);
	hd_work_add_args(words, u, *u->input ? u->input : NULL);
}

bool hd_unit_search_start(struct hd_unit_search *s, const struct hd_unit_place *place,
			  const struct hd_signals *signals)
{
	const struct hd_work_unit *u = &s->lease.unit;
	char *json = unit_file(s, place, "json"), *out = unit_file(s, place, "out"),
	     *err = unit_file(s, place, "err");
	struct hd_words words = {0};
	bool started;

	unit_command(&words, u, place, json);
	started =
	    hd_test_process_start(&s->process,
				  &(struct hd_test_start){.words = &words,
							  .directory = *u->folder ? u->folder : NULL,
							  .input = hd_work_reads_input(u) ? u->input : NULL,
							  .out = out,
							  .err = err,
							  .seconds = u->seconds},
				  signals);
	hd_words_free(&words);
	free(json);
	free(out);
	free(err);
	return started;
}

static void take_report(struct hd_unit_search *s)
{
	struct hd_search_read read;

	if (!hd_search_read_text(s->result.report, &read))
		return;
	s->result.verdict = hd_strdup(read.verdict);
	s->result.runs = (int64_t)read.runs;
	s->bug = read.bug;
	hd_search_read_free(&read);
}

void hd_unit_search_end(struct hd_unit_search *s, const struct hd_unit_place *place)
{
	struct hd_work_result *r = &s->result;
	int status = s->process.status;
	char *json = unit_file(s, place, "json"), *err = unit_file(s, place, "err"),
	     *out = unit_file(s, place, "out"), *report = hd_read_text(json);

	*r = (struct hd_work_result){.status = WIFEXITED(status) ? WEXITSTATUS(status) : HD_EXIT_TROUBLE,
				     .report = report ? report : hd_strdup(""),
				     .seconds = hd_now() - s->process.began};
	s->ended = hd_now();
	take_report(s);
	r->message = r->status >= HD_EXIT_TROUBLE ? hd_test_process_trouble(&s->process, err) : hd_strdup("");
	if (!r->verdict)
		r->verdict = hd_strdup("error");
	unlink(json);
	unlink(err);
	unlink(out);
	free(json);
	free(err);
	free(out);
}

void hd_unit_result_free(struct hd_work_result *r)
{
	free((char *)r->verdict);
	free((char *)r->message);
	free((char *)r->report);
	*r = (struct hd_work_result){0};
}

unsigned hd_unit_jobs(const struct hd_work_unit *u)
{
	char **list = hd_work_word_list(u->options);
	uint64_t jobs = 1;

	for (size_t i = 0; list[i]; i++)
		if (!strncmp(list[i], JOBS, sizeof(JOBS) - 1))
			hd_parse_count(list[i] + sizeof(JOBS) - 1, UINT32_MAX, &jobs);
	free(list);
	return (unsigned)jobs;
}
