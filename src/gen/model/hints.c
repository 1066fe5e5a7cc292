/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/hints.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "gen/model/infer.h"
#include "gen/model/texts.h"

#define WORDS (3 + HD_MODEL_VALUES)

struct hint {
	char *words[WORDS];
	unsigned n;
	bool more;	  /* the line has more words than these */
	const char *rest; /* the line from the fourth word on, as it is */
};

/* What follows the first `n` words. */
static const char *after_words(const char *line, unsigned n)
{
	static const char blanks[] = " \t\r";

	for (; n > 0; n--) {
		line += strspn(line, blanks);
		line += strcspn(line, blanks);
	}
	return line + strspn(line, blanks);
}

/* `original` stays as it is, the words are in `line`. A # begins a comment, but not in a text. */
static void split(const char *original, char *line, struct hint *h)
{
	char *comment = strchr(line, '#');

	h->rest = after_words(original, 3);
	if (comment)
		*comment = 0;
	h->n = 0;
	h->more = false;
	for (char *word; (word = strsep(&line, " \t\r"));)
		if (*word && h->n < WORDS)
			h->words[h->n++] = word;
		else
			h->more |= *word != 0;
}

static struct hd_model_function *function_named(struct hd_model *m, const char *name)
{
	uint32_t index = hd_model_function_named(m, name);

	return index == HD_NO_OBJECT ? NULL : &m->functions[index];
}

static void mark_skipped(struct hd_model_function *f)
{
	f->skipped = true;
}

static void mark_named(struct hd_model_function *f)
{
	f->named = true;
}

static void mark_unsafe(struct hd_model_function *f)
{
	f->unsafe = true;
}

/* The functions that a pattern matches; at least one must be there. */
static char *mark_matching(struct hd_model *m, const char *glob, void (*mark)(struct hd_model_function *f))
{
	bool any = false;

	for (size_t i = 0; i < m->nfunctions; i++)
		if (!fnmatch(glob, m->functions[i].declared->name, 0)) {
			mark(&m->functions[i]);
			any = true;
		}
	return any ? NULL : hd_sprintf("there is no function `%s`", glob);
}

static char *apply_globs(struct hd_model *m, const struct hint *h, void (*mark)(struct hd_model_function *f))
{
	char *wrong = h->n < 2	? hd_sprintf("wants patterns of functions")
		      : h->more ? hd_sprintf("that is more than %d patterns on a line", WORDS - 1)
				: NULL;

	for (unsigned i = 1; i < h->n && !wrong; i++)
		wrong = mark_matching(m, h->words[i], mark);
	return wrong;
}

static char *apply_skip(struct hd_model *m, const struct hint *h)
{
	return apply_globs(m, h, mark_skipped);
}

static char *apply_only(struct hd_model *m, const struct hint *h)
{
	return apply_globs(m, h, mark_named);
}

static char *apply_unsafe(struct hd_model *m, const struct hint *h)
{
	return apply_globs(m, h, mark_unsafe);
}

static char *apply_role(struct hd_model *m, const struct hint *h)
{
	static const struct {
		const char *name;
		enum hd_role role;
		bool observer;
	} roles[] = {{"creator", HD_ROLE_CREATOR, false},     {"initialiser", HD_ROLE_INITIALISER, false},
		     {"destroyer", HD_ROLE_DESTROYER, false}, {"operation", HD_ROLE_OPERATION, false},
		     {"observer", HD_ROLE_OPERATION, true},   {"setup", HD_ROLE_SETUP, false}};
	struct hd_model_function *f = h->n == 3 ? function_named(m, h->words[1]) : NULL;

	if (!f)
		return hd_sprintf("wants the name of a function and its role");
	if (f->role == HD_ROLE_UNUSABLE)
		return hd_sprintf("`%s` cannot be used: it %s", h->words[1], f->why);
	for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
		if (!strcmp(h->words[2], roles[i].name))
			return hd_model_set_role(m, f, roles[i].role, roles[i].observer);
	return hd_sprintf("there is no role `%s`", h->words[2]);
}

static char *apply_before(struct hd_model *m, const struct hint *h)
{
	uint32_t earlier = h->n == 3 ? hd_model_function_named(m, h->words[2]) : HD_NO_OBJECT;
	bool any = false;

	for (uint32_t i = 0; earlier != HD_NO_OBJECT && i < m->nfunctions; i++)
		if (i != earlier && !fnmatch(h->words[1], m->functions[i].declared->name, 0)) {
			m->functions[i].before = earlier;
			any = true;
		}
	return any ? NULL : hd_sprintf("wants the pattern of a function, and the name of an earlier one");
}

/* The parameter that the third word names, or says the number of, from 1 on: not all have names. NULL: there
 * is none. */
static struct hd_model_param *declared_param(struct hd_model_function *f, const struct hint *h)
{
	for (unsigned i = 0; f && i < f->declared->nparams && i < HD_MODEL_PARAMS; i++)
		if (!strcmp(f->declared->params[i].name, h->words[2]) ||
		    strtoul(h->words[2], NULL, 10) == i + 1)
			return &f->params[i];
	return NULL;
}

/* The parameter that the second and third word name. NULL: there is none. */
static struct hd_model_param *named_param(struct hd_model *m, const struct hint *h)
{
	return declared_param(h->n >= 3 ? function_named(m, h->words[1]) : NULL, h);
}

static char *apply_owned(struct hd_model *m, const struct hint *h)
{
	struct hd_model_param *p = named_param(m, h);

	if (!p)
		return hd_sprintf("wants the names of a function and a parameter of it");
	p->owned = true;
	return NULL;
}

static char *apply_not_null(struct hd_model *m, const struct hint *h)
{
	struct hd_model_param *p = named_param(m, h);

	if (!p)
		return hd_sprintf("wants the names of a function and a parameter of it");
	p->never_null = true;
	return NULL;
}

static char *apply_null(struct hd_model *m, const struct hint *h)
{
	struct hd_model_param *p = named_param(m, h);

	if (!p)
		return hd_sprintf("wants the names of a function and a parameter of it");
	p->never_null = false;
	return NULL;
}

/* An expression of C, which may have spaces in it: the rest of the line. A function that could not be used
 * because of that parameter can be used now. */
static char *apply_pass(struct hd_model *m, const struct hint *h)
{
	struct hd_model_function *f = h->n >= 3 ? function_named(m, h->words[1]) : NULL;
	struct hd_model_param *p = declared_param(f, h);
	bool decides; /* what the function is for, or whether it can be used */

	if (!f || !p || !*h->rest)
		return hd_sprintf("wants a function, a parameter of it, and C code");
	decides =
	    f->why || p->kind == HD_PARAM_OBJECT || p->kind == HD_PARAM_MEMORY || p->kind == HD_PARAM_ADDRESS;
	free(p->expression);
	*p = (struct hd_model_param){
	    .kind = HD_PARAM_FIXED, .object = HD_NO_OBJECT, .expression = hd_strdup(h->rest)};
	if (decides) {
		free(f->why);
		f->why = NULL;
		hd_model_infer(m, f);
	}
	return NULL;
}

static char *apply_values(struct hd_model *m, const struct hint *h)
{
	struct hd_model_param *p = named_param(m, h);

	if (h->more)
		return hd_sprintf("that is more than %d numbers", HD_MODEL_VALUES);
	if (!p || p->kind != HD_PARAM_NUMBER || h->n < 4)
		return hd_sprintf("wants a function, a parameter of it that is a number, and numbers");
	p->nvalues = 0;
	for (unsigned i = 3; i < h->n; i++) {
		char *end;

		p->values[p->nvalues++] = strtoll(h->words[i], &end, 0);
		if (*end)
			return hd_sprintf("`%s` is no number", h->words[i]);
	}
	return NULL;
}

/* One text, which may have spaces in it: the rest of the line. */
static char *apply_text(struct hd_model *m, const struct hint *h)
{
	struct hd_model_param *p = named_param(m, h);

	if (!p || (p->kind != HD_PARAM_TEXT && p->kind != HD_PARAM_BYTES) || !*h->rest)
		return hd_sprintf(
		    "wants a function, a parameter of it that is a text or bytes to read, and a text");
	return hd_model_give_text(m, p, h->rest) ? NULL
						 : hd_sprintf("that is more than %d texts", HD_MODEL_TEXTS);
}

static const struct {
	const char *name;
	char *(*apply)(struct hd_model *m, const struct hint *h);
} hints[] = {{"skip", apply_skip},	   {"only", apply_only},     {"unsafe", apply_unsafe},
	     {"role", apply_role},	   {"before", apply_before}, {"owned", apply_owned},
	     {"not-null", apply_not_null}, {"null", apply_null},     {"pass", apply_pass},
	     {"values", apply_values},	   {"text", apply_text}};

static char *apply_line(struct hd_model *m, const char *original, char *line)
{
	struct hint h;

	split(original, line, &h);
	if (!h.n)
		return NULL;
	for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
		if (!strcmp(h.words[0], hints[i].name)) {
			char *wrong = hints[i].apply(m, &h), *sentence;

			if (!wrong)
				return NULL;
			sentence = hd_sprintf("`%s`: %s", h.words[0], wrong);
			free(wrong);
			return sentence;
		}
	return hd_sprintf("there is no hint `%s`", h.words[0]);
}

char *hd_hints_apply(struct hd_model *m, const char *text)
{
	char *copy = hd_strdup(text), *rest = copy, *wrong = NULL;
	unsigned number = 0;

	for (char *line; !wrong && (line = strsep(&rest, "\n"));) {
		char *original = hd_strdup(line), *why = apply_line(m, original, line);

		number++;
		free(original);
		if (why)
			wrong = hd_sprintf("line %u: %s", number, why);
		free(why);
	}
	free(copy);
	return wrong;
}
