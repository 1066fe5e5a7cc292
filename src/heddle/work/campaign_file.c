/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/campaign_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/spelling.h"

#define JOBS_MOST    64
#define WORKERS_MOST 4096

struct parse {
	struct hd_campaign_file *f;
	struct hd_campaign_entry *entry; /* that the line belongs to; NULL: to all */
	struct hd_words words;		 /* of the line                            */
	char *why;
};

/* The first one that something is said of. */
static bool campaign_bad(struct parse *p, char *why)
{
	if (p->why)
		free(why);
	else
		p->why = why;
	return false;
}

static const char *only_word(struct parse *p)
{
	if (p->words.count == 2)
		return p->words.at[1];
	campaign_bad(p,
		     hd_sprintf("`%s` wants one word after it, not %zu", p->words.at[0], p->words.count - 1));
	return NULL;
}

/* 90, 90s, 10m, 2h or 1d. */
static bool read_time(const char *word, double *seconds)
{
	static const struct {
		char letter;
		double seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	size_t n = strlen(word);
	double times = 1;
	char *number;
	bool read;

	for (size_t i = 0; n && i < sizeof(units) / sizeof(units[0]); i++)
		if (word[n - 1] == units[i].letter) {
			times = units[i].seconds;
			n--;
			break;
		}
	number = strndup(word, n);
	read = hd_parse_seconds(number, seconds);
	free(number);
	*seconds *= times;
	return read;
}

static bool take_time(struct parse *p)
{
	const char *word = only_word(p);
	double *seconds = p->entry ? &p->entry->seconds : &p->f->seconds;

	if (word && !read_time(word, seconds))
		return campaign_bad(p,
				    hd_sprintf("`time` wants a time such as 90, 10m or 8h, not `%s`", word));
	return word;
}

static bool take_count(struct parse *p, uint64_t most, uint64_t *count)
{
	const char *word = only_word(p);

	if (word && (!hd_parse_count(word, most, count) || !*count))
		return campaign_bad(p, hd_sprintf("`%s` wants a number from 1 to %llu, not `%s`",
						  p->words.at[0], (unsigned long long)most, word));
	return word;
}

static bool take_runs(struct parse *p)
{
	return take_count(p, INT64_MAX, p->entry ? &p->entry->runs : &p->f->runs);
}

static bool take_small(struct parse *p, unsigned most, unsigned *count)
{
	uint64_t number = 0;
	bool good = take_count(p, most, &number);

	*count = (unsigned)number;
	return good;
}

static bool take_jobs(struct parse *p)
{
	return take_small(p, JOBS_MOST, &p->f->jobs);
}

static bool take_workers(struct parse *p)
{
	return take_small(p, WORKERS_MOST, &p->f->workers);
}

/* What the campaign says itself. */
static const char *const reserved[] = {"--out",	   "--store",	"--no-store", "--json",		 "--html",
				       "--sarif",  "--junit",	"--time",     "--runs",		 "--jobs",
				       "--inputs", "--compare", "--quiet",    "--verbose",	 "--help",
				       "--usage",  "--hashes",	"--record",   "--save-schedule", NULL};

static const char *reserved_option(const char *word)
{
	size_t n = strcspn(word, "=");

	for (size_t i = 0; reserved[i]; i++)
		if (strlen(reserved[i]) == n && !strncmp(reserved[i], word, n))
			return reserved[i];
	return !strncmp(word, "-t", 2) || !strncmp(word, "-n", 2) || !strncmp(word, "-j", 2) ? word : NULL;
}

static bool take_options(struct parse *p)
{
	struct hd_words *to = p->entry ? &p->entry->options : &p->f->options;
	const char *own;

	if (p->words.count < 2)
		return campaign_bad(p, hd_strdup("`options` wants options of heddle test after it"));
	if (p->words.at[1][0] != '-')
		return campaign_bad(
		    p, hd_sprintf("`options` wants options of heddle test, not `%s`", p->words.at[1]));
	for (size_t i = 1; i < p->words.count; i++) {
		own = reserved_option(p->words.at[i]);
		if (own || !strcmp(p->words.at[i], "--"))
			return campaign_bad(
			    p, hd_sprintf("`%s` cannot be among the options: the campaign says that itself",
					  p->words.at[i]));
		hd_words_add(to, p->words.at[i]);
	}
	return true;
}

static bool take_inputs(struct parse *p)
{
	const char *word = only_word(p);

	if (word && p->entry->is_tests)
		return campaign_bad(p, hd_strdup("`inputs` belongs to a program, not to tests"));
	if (word && p->entry->inputs)
		return campaign_bad(p, hd_strdup("the program has inputs already"));
	if (word)
		p->entry->inputs = hd_strdup(word);
	return word;
}

static bool add_entry(struct parse *p, bool is_tests)
{
	struct hd_campaign_file *f = p->f;

	if (p->words.count < 2)
		return campaign_bad(p, hd_sprintf("`%s` wants %s after it", p->words.at[0],
						  is_tests ? "a program, folder or list" : "a program"));
	f->entries = hd_grow(f->entries, &f->cap, f->n + 1, sizeof(*f->entries));
	f->entries[f->n] = (struct hd_campaign_entry){.is_tests = is_tests};
	for (size_t i = 1; i < p->words.count; i++)
		hd_words_add(&f->entries[f->n].words, p->words.at[i]);
	f->n++;
	return true;
}

static bool take_program(struct parse *p)
{
	return add_entry(p, false);
}

static bool take_tests(struct parse *p)
{
	return add_entry(p, true);
}

static const struct {
	const char *word;
	bool (*take)(struct parse *p);
	bool of_all, of_entry; /* where it may stand: at the beginning of a line, indented */
} keys[] = {{"time", take_time, true, true},	   {"runs", take_runs, true, true},
	    {"jobs", take_jobs, true, false},	   {"workers", take_workers, true, false},
	    {"options", take_options, true, true}, {"program", take_program, true, false},
	    {"tests", take_tests, true, false},	   {"inputs", take_inputs, false, true}};

static bool unknown_key(struct parse *p)
{
	struct hd_spelling near = hd_spelling_begin(p->words.at[0]);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		hd_spelling_see(&near, keys[i].word);
	if (near.nearest)
		return campaign_bad(
		    p, hd_sprintf("there is no `%s`; did you mean `%s`?", p->words.at[0], near.nearest));
	return campaign_bad(
	    p,
	    hd_sprintf(
		"there is no `%s`; there are time, runs, jobs, workers, options, program, tests and inputs",
		p->words.at[0]));
}

static bool take_words(struct parse *p, bool indented)
{
	const char *word = p->words.at[0];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(keys[i].word, word) != 0)
			continue;
		if (indented && !p->f->n)
			return campaign_bad(
			    p, hd_sprintf("`%s` is indented, but no program or tests are before it", word));
		if (indented && !keys[i].of_entry)
			return campaign_bad(
			    p, hd_sprintf("`%s` begins something new: it must not be indented", word));
		if (!indented && !keys[i].of_all)
			return campaign_bad(
			    p, hd_sprintf("`%s` belongs to a program: indent it, below that", word));
		p->entry = indented ? &p->f->entries[p->f->n - 1] : NULL;
		return keys[i].take(p);
	}
	return unknown_key(p);
}

/* The entry that begins here knows its line. */
static bool take_campaign_line(struct parse *p, const char *line, unsigned number)
{
	size_t blanks = strspn(line, " \t"), before = p->f->n;
	bool good = true;

	if (line[blanks] && line[blanks] != '#')
		hd_words_split(&p->words, line + blanks);
	if (p->words.count)
		good = take_words(p, blanks > 0);
	if (p->f->n > before)
		p->f->entries[before].line = number;
	hd_words_free(&p->words);
	return good;
}

bool hd_campaign_file_parse(struct hd_campaign_file *f, const char *text, char **why, unsigned *line)
{
	struct parse p = {.f = f};
	bool good = true;

	*f = (struct hd_campaign_file){0};
	*line = 0;
	for (unsigned number = 1; good && *text; number++) {
		size_t length = strcspn(text, "\n");
		char *one = strndup(text, length);

		one[strcspn(one, "\r")] = '\0';
		good = take_campaign_line(&p, one, number);
		if (!good)
			*line = number;
		free(one);
		text += length + (text[length] == '\n');
	}
	if (good && !f->n)
		good = campaign_bad(&p, hd_strdup("it names no program and no tests"));
	*why = p.why;
	return good;
}

void hd_campaign_file_free(struct hd_campaign_file *f)
{
	for (size_t i = 0; i < f->n; i++) {
		hd_words_free(&f->entries[i].words);
		hd_words_free(&f->entries[i].options);
		free(f->entries[i].inputs);
	}
	free(f->entries);
	hd_words_free(&f->options);
	*f = (struct hd_campaign_file){0};
}
