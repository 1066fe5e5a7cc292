/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/unit_search.h"

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
#include "base/file.h"
#include "base/number.h"
#include "heddle/cc/cc_words.h"
#include "heddle/suite/child.h"
#include "report/json/search_read.h"

#define LONG_TIME   1e6	  /* seconds, when only runs are counted */
#define STUCK_AFTER 180.0 /* seconds that confirming and explaining a failure may take at most */
#define JOBS	    "--jobs="

static char *unit_file(const struct hd_unit_search *s, const struct hd_unit_place *place, const char *what)
{
	return hd_sprintf("%s/unit-%u.%s", place->folder, s->number, what);
}

static void add_list(struct hd_words *words, struct hd_work_words list)
{
	char **at = hd_work_word_list(list);

	for (size_t i = 0; at[i]; i++)
		hd_words_add(words, at[i]);
	free(at);
}

static void unit_command(struct hd_words *words, const struct hd_work_unit *u,
			 const struct hd_unit_place *place, const char *json)
{
	hd_words_add(words, "/proc/self/exe");
	hd_words_add(words, "test");
	hd_words_addf(words, "--time=%.3f", u->seconds > 0 ? u->seconds : LONG_TIME);
	if (u->runs)
		hd_words_addf(words, "--runs=%" PRId64, u->runs);
	hd_words_addf(words, "--out=%s", place->out);
	hd_words_addf(words, "--store=%s", place->store);
	hd_words_addf(words, "--known-as=%s", u->program);
	hd_words_addf(words, "--json=%s", json);
	add_list(words, u->options);
	hd_words_add(words, "--");
	hd_words_add(words, u->path);
	add_list(words, u->args);
}

static int open_unit_log(const struct hd_unit_search *s, const struct hd_unit_place *place, const char *what)
{
	char *path = unit_file(s, place, what);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		hd_complain_errno(errno, "cannot write %s", path);
	free(path);
	return fd;
}

bool hd_unit_search_start(struct hd_unit_search *s, const struct hd_unit_place *place,
			  const struct hd_signals *signals)
{
	const struct hd_work_unit *u = &s->lease.unit;
	struct hd_child child = {.directory = *u->folder ? u->folder : NULL,
				 .input = *u->input && !hd_work_has_word(u->args, u->input) ? u->input : NULL,
				 .out = open_unit_log(s, place, "out"),
				 .err = open_unit_log(s, place, "err")};
	char *json = unit_file(s, place, "json");
	struct hd_words words = {0};

	unit_command(&words, u, place, json);
	child.argv = words.at;
	s->killed = false;
	s->began = hd_now();
	s->kill_at = s->began + (u->seconds > 0 ? 3 * u->seconds + STUCK_AFTER : LONG_TIME);
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
	return s->pid;
}

/* What follows the name of the command; NULL: the line is no complaint. */
static const char *complaint_of(const char *line)
{
	static const char *const names[] = {"heddle: ", "heddle test: "};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(line, names[i], strlen(names[i])))
			return line + strlen(names[i]);
	return NULL;
}

/* The last of the search's complaints; to be freed. */
static char *last_complaint(const char *path)
{
	char *text = hd_read_text(path), *last = NULL, *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		const char *complaint = complaint_of(line);

		if (!complaint)
			continue;
		free(last);
		last = hd_strdup(complaint);
	}
	free(text);
	return last;
}

static char *trouble_of(const struct hd_unit_search *s, int status, const char *err)
{
	char *complaint = s->killed ? hd_strdup("its search did not end") : last_complaint(err);

	if (complaint)
		return complaint;
	return WIFSIGNALED(status) ? hd_sprintf("its search ended by signal %d", WTERMSIG(status))
				   : hd_sprintf("its search ended with status %d", WEXITSTATUS(status));
}

static void take_report(struct hd_work_result *r, const char *report)
{
	struct hd_search_read read;

	if (!hd_search_read_text(report, &read))
		return;
	r->verdict = hd_strdup(read.verdict);
	r->runs = (int64_t)read.runs;
	hd_search_read_free(&read);
}

void hd_unit_search_end(struct hd_unit_search *s, const struct hd_unit_place *place, int status,
			struct hd_work_result *r)
{
	char *json = unit_file(s, place, "json"), *err = unit_file(s, place, "err"),
	     *out = unit_file(s, place, "out"), *report = hd_read_text(json);

	*r = (struct hd_work_result){.status = WIFEXITED(status) ? WEXITSTATUS(status) : HD_EXIT_TROUBLE,
				     .report = report ? report : hd_strdup(""),
				     .seconds = hd_now() - s->began};
	take_report(r, r->report);
	r->message = r->status >= HD_EXIT_TROUBLE ? trouble_of(s, status, err) : hd_strdup("");
	if (!r->verdict)
		r->verdict = hd_strdup("error");
	s->pid = 0;
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
