/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/search.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/rng.h"
#include "heddle/suite/child.h"
#include "report/json/sarif_merge.h"
#include "report/json/search_read.h"

#define LONG_TIME   1e6	  /* seconds, when only runs are counted */
#define STUCK_AFTER 180.0 /* seconds that confirming and explaining a failure may take at most */
#define NOTE	    "heddle: note: "

static char *search_file(const struct hd_suite_search *s, const char *folder, const char *what)
{
	return hd_sprintf("%s/%u.%s", folder, s->number, what);
}

/* By name, so that a test has the same search whichever others are there. Short enough to be typed again. */
static uint64_t seed_of(const struct hd_suite_test *t, uint64_t seed)
{
	uint64_t hash = hd_mix64(seed + t->result.rounds);

	for (const char *at = t->name; *at; at++)
		hash = hd_mix64(hash + (unsigned char)*at);
	return hash & UINT32_MAX;
}

static void search_command(struct hd_words *words, const struct hd_suite_search *s,
			   const struct hd_suite_options *o, const struct hd_suite_budget *budget,
			   const char *json, const char *sarif)
{
	hd_words_add(words, "/proc/self/exe");
	hd_words_add(words, "test");
	hd_words_addf(words, "--time=%.3f", budget->seconds > 0 ? budget->seconds : LONG_TIME);
	if (budget->runs)
		hd_words_addf(words, "--runs=%" PRIu64, budget->runs);
	hd_words_addf(words, "--jobs=%u", budget->jobs);
	if (o->have_seed)
		hd_words_addf(words, "--seed=%" PRIu64, seed_of(s->test, o->seed));
	hd_words_addf(words, "--out=%s", o->absolute);
	hd_words_addf(words, "--json=%s", json);
	if (o->sarif)
		hd_words_addf(words, "--sarif=%s", sarif);
	for (size_t i = 0; i < s->test->variables.count; i++)
		hd_words_addf(words, "--env=%s", s->test->variables.at[i]);
	hd_words_add_all(words, &o->for_search);
	hd_words_add(words, "--");
	hd_words_add_all(words, &s->test->argv);
}

static int open_log(const struct hd_suite_search *s, const char *folder, const char *what)
{
	char *path = search_file(s, folder, what);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		hd_complain_errno(errno, "cannot write %s", path);
	free(path);
	return fd;
}

bool hd_suite_search_start(struct hd_suite_search *s, const struct hd_suite_options *o,
			   const struct hd_suite_budget *budget, const char *folder,
			   const struct hd_signals *signals)
{
	struct hd_child child = {.directory = s->test->directory,
				 .input = s->test->input,
				 .out = open_log(s, folder, "out"),
				 .err = open_log(s, folder, "err")};
	char *json = search_file(s, folder, "json"), *sarif = search_file(s, folder, "sarif");
	struct hd_words words = {0};

	search_command(&words, s, o, budget, json, sarif);
	child.argv = words.at;
	s->killed = false;
	s->kill_at = hd_now() + (budget->seconds > 0 ? 3 * budget->seconds + STUCK_AFTER : LONG_TIME);
	s->pid = child.out < 0 || child.err < 0 ? -1 : hd_child_start(&child, signals);
	if (s->pid < 0) {
		hd_complain_errno(errno, "cannot start a search");
		s->pid = 0;
	}
	if (child.out >= 0)
		close(child.out);
	if (child.err >= 0)
		close(child.err);
	hd_words_free(&words);
	free(json);
	free(sarif);
	return s->pid;
}

static const char *known_verdict(const char *verdict)
{
	static const char *const verdicts[] = {HD_VERDICT_FAILED,	HD_VERDICT_PASSED,
					       HD_VERDICT_EXHAUSTED,	HD_VERDICT_INCONCLUSIVE,
					       HD_VERDICT_UNCONTROLLED, HD_VERDICT_INTERRUPTED};

	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		if (!strcmp(verdicts[i], verdict))
			return verdicts[i];
	return HD_VERDICT_ERROR;
}

void hd_suite_take_results(struct hd_suite_result *r, struct hd_search_read *from)
{
	r->verdict = known_verdict(from->verdict);
	r->runs += from->runs;
	r->seconds += from->seconds;
	if (from->threads > r->threads)
		r->threads = from->threads;
	/* If the store knew nothing, all is new. */
	r->grew = from->fresh < from->covered ? from->fresh > 0 : from->covered > r->covered || !r->rounds;
	r->fresh = from->fresh;
	if (from->covered > r->covered)
		r->covered = from->covered;
	r->shared = from->shared;
	if (from->findings > r->findings)
		r->findings = from->findings;
	r->rounds++;
	free(r->stored);
	r->stored = from->input;
	from->input = NULL;
	if (!from->kind)
		return;
	free(r->kind);
	free(r->message);
	r->kind = from->kind;
	r->message = from->message;
	r->bug = from->bug;
	from->kind = from->message = NULL;
}

/* The lines of a search's complaints: remarks are printed unless they were, the last of all is kept. */
static char *read_complaints(const char *path, struct hd_names *told)
{
	FILE *f = fopen(path, "re");
	char *line = NULL, *last = NULL;
	size_t room = 0, known;

	while (f && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "heddle: ", 8) != 0)
			continue;
		known = told->n;
		if (!strncmp(line, NOTE, sizeof(NOTE) - 1))
			hd_names_add(told, hd_strdup(line));
		if (told->n > known)
			fprintf(stderr, "%s\n", line);
		free(last);
		last = hd_strdup(line + 8);
	}
	free(line);
	if (f)
		fclose(f);
	return last;
}

static void take_trouble(struct hd_suite_search *s, int status, char *complaint)
{
	struct hd_suite_result *r = &s->test->result;

	r->verdict = HD_VERDICT_ERROR;
	free(r->message);
	if (s->killed)
		r->message = hd_strdup("its search did not end");
	else if (complaint)
		r->message = hd_strdup(complaint);
	else
		r->message = WIFSIGNALED(status)
				 ? hd_sprintf("its search ended by signal %d", WTERMSIG(status))
				 : hd_sprintf("its search ended with status %d", WEXITSTATUS(status));
}

static void take_sarif(const struct hd_suite_search *s, const struct hd_suite_options *o, const char *folder)
{
	char *path = search_file(s, folder, "sarif");

	if (o->sarif)
		hd_sarif_merge_add(o->sarif, path);
	unlink(path);
	free(path);
}

void hd_suite_search_end(struct hd_suite_search *s, const struct hd_suite_options *o, int status,
			 const char *folder, bool interrupted, struct hd_names *told)
{
	char *json = search_file(s, folder, "json"), *err = search_file(s, folder, "err"),
	     *out = search_file(s, folder, "out"), *complaint = read_complaints(err, told);
	bool ended = WIFEXITED(status) && WEXITSTATUS(status) < HD_EXIT_TROUBLE;
	struct hd_search_read read;

	if (hd_search_read(json, &read)) {
		hd_suite_take_results(&s->test->result, &read);
		hd_search_read_free(&read);
		if (!ended && !hd_suite_verdict_is(s->test, HD_VERDICT_FAILED) && !interrupted)
			take_trouble(s, status, complaint);
	} else if (!interrupted) {
		take_trouble(s, status, complaint);
	}
	s->pid = 0;
	take_sarif(s, o, folder);
	unlink(json);
	unlink(err);
	unlink(out);
	free(json);
	free(err);
	free(out);
	free(complaint);
}
