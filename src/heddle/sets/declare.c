/* SPDX-License-Identifier: Apache-2.0
 *
 * From declarations to the layout. */
#include "heddle/sets/declare.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/spelling.h"

#define SETS_MAX   8   /* of one type, the one of all others included: see HD_SETS_DECLARED */
#define GROUPS_MAX 255 /* of variables */

struct work {
	struct hd_layout *l;
	const struct hd_layout_names *n;
	const struct hd_declaration *d;
	bool strict;
};

/* ---- names ---- */

/* The name as it is, or what follows its namespaces. */
static bool is_called(const char *name, const char *given)
{
	size_t n = name ? strlen(name) : 0, m = strlen(given);

	return name && n >= m && !strcmp(name + n - m, given) && (n == m || name[n - m - 1] == ':');
}

static uint32_t next_type(const struct work *w, const char *given, uint32_t from)
{
	for (uint32_t i = from; i <= w->l->ntypes; i++)
		if (is_called(hd_layout_type_name(w->n, i), given))
			return i;
	return 0;
}

static uint32_t next_variable(const struct work *w, const char *given, uint32_t from)
{
	for (uint32_t i = from; i <= w->l->nvariables; i++)
		if (is_called(hd_layout_variable_name(w->n, i), given))
			return i;
	return 0;
}

static bool function_fits(const struct work *w, uint32_t function, const char *given)
{
	const char *name = hd_layout_function_name(w->n, function);

	return name && (is_called(name, given) || !fnmatch(given, name, 0));
}

static void suggest_data(const struct work *w, struct hd_spelling *s)
{
	for (uint32_t i = 1; i <= w->l->ntypes; i++)
		hd_spelling_see(s, hd_layout_type_name(w->n, i));
	for (uint32_t i = 1; i <= w->l->nvariables; i++)
		hd_spelling_see(s, hd_layout_variable_name(w->n, i));
}

static void suggest_functions(const struct work *w, struct hd_spelling *s)
{
	for (uint32_t i = 1; i <= w->l->nfunctions; i++)
		hd_spelling_see(s, hd_layout_function_name(w->n, i));
}

/* The program has nothing of that name. A file of declarations may be about more than this program, so it is
 * an error only if the name looks like a misspelt one. */
static int not_there(const struct work *w, const char *what, const char *given,
		     void (*add_names)(const struct work *, struct hd_spelling *))
{
	struct hd_spelling s = hd_spelling_begin(given);

	if (!w->strict)
		return 0;
	add_names(w, &s);
	if (s.nearest)
		return hd_complain("%s: there is no %s `%s`; did you mean `%s`?", w->d->where, what, given,
				   s.nearest);
	hd_complain("note: %s: there is no %s `%s` in this program", w->d->where, what, given);
	return 0;
}

/* ---- members ---- */

/* The member itself, or a member of it. */
static bool is_named_member(const char *name, const char *given)
{
	size_t n = strlen(given);

	return name && !strncmp(name, given, n) && (!name[n] || name[n] == '.');
}

/* Do something to the fields of a type that a name stands for; how many there are. */
static unsigned each_field(const struct work *w, uint32_t type, const char *given,
			   void (*act)(struct hd_layout_field *, unsigned), unsigned value)
{
	const struct hd_layout_type *t = &w->l->types[type];
	unsigned n = 0;

	for (uint32_t i = t->first_field; i < t->first_field + t->nfields; i++)
		if (is_named_member(hd_layout_field_name(w->n, i), given)) {
			act(&w->l->fields[i], value);
			n++;
		}
	return n;
}

static int no_member(const struct work *w, uint32_t type, const char *given)
{
	const struct hd_layout_type *t = &w->l->types[type];
	struct hd_spelling s = hd_spelling_begin(given);

	for (uint32_t i = t->first_field; i < t->first_field + t->nfields; i++)
		hd_spelling_see(&s, hd_layout_field_name(w->n, i));
	return hd_complain("%s: %s has no member `%s`%s%s%s", w->d->where, hd_layout_type_name(w->n, type),
			   given, s.nearest ? "; did you mean `" : "", s.nearest ? s.nearest : "",
			   s.nearest ? "`?" : "");
}

static void put_in_set(struct hd_layout_field *f, unsigned set)
{
	f->set = (uint16_t)set;
}

static void flag(struct hd_layout_field *f, unsigned bits)
{
	f->flags |= (uint8_t)bits;
}

/* ---- sets ---- */

static unsigned new_set(const struct hd_layout *l, uint32_t type)
{
	const struct hd_layout_type *t = &l->types[type];
	unsigned most = 0;

	for (uint32_t i = t->first_field; i < t->first_field + t->nfields; i++)
		most = l->fields[i].set > most ? l->fields[i].set : most;
	return most + 1;
}

static int declare_set_of(const struct work *w, uint32_t type)
{
	unsigned set = new_set(w->l, type);

	if (set >= SETS_MAX)
		return hd_complain("%s: no more than %d sets can be declared for one type", w->d->where,
				   SETS_MAX - 1);
	for (size_t i = 0; i < w->d->names.n; i++)
		if (!each_field(w, type, w->d->names.list[i], put_in_set, set))
			return no_member(w, type, w->d->names.list[i]);
	return 0;
}

static int declare_group(const struct work *w)
{
	if (w->l->ngroups == GROUPS_MAX)
		return hd_complain("%s: no more than %d sets of variables can be declared", w->d->where,
				   GROUPS_MAX);
	w->l->ngroups++;
	for (size_t i = 0; i < w->d->names.n; i++) {
		uint32_t variable = next_variable(w, w->d->names.list[i], 1);
		int status = variable ? 0 : not_there(w, "variable", w->d->names.list[i], suggest_data);

		if (status)
			return status;
		if (variable)
			w->l->variables[variable].group = w->l->ngroups;
	}
	return 0;
}

/* A variable stands for its type. */
static int declare_set(const struct work *w)
{
	uint32_t variable, type = 0;
	int status = 0;
	bool found = false;

	if (!w->d->of)
		return declare_group(w);
	while (!status && (type = next_type(w, w->d->of, type + 1))) {
		found = true;
		status = declare_set_of(w, type);
	}
	variable = found ? 0 : next_variable(w, w->d->of, 1);
	if (variable && w->l->variables[variable].type)
		return declare_set_of(w, w->l->variables[variable].type);
	if (variable)
		return hd_complain("%s: `%s` is no structure and has no members", w->d->where, w->d->of);
	return status || found ? status : not_there(w, "type or variable", w->d->of, suggest_data);
}

/* ---- functions ---- */

/* Add the types and variables that `unit … for` names to the function's. */
static int declare_whom(const struct work *w, struct hd_layout_function *f)
{
	f->unit_for = w->l->nrefs;
	f->nunit_for = 0;
	for (size_t i = 0; i < w->d->whom.n; i++) {
		const char *given = w->d->whom.list[i];
		uint32_t type = next_type(w, given, 1), variable = next_variable(w, given, 1);

		if (!type && !variable) {
			int status = not_there(w, "type or variable", given, suggest_data);

			if (status)
				return status;
			continue;
		}
		for (; type && w->l->nrefs < HD_LAYOUT_REFS;
		     type = next_type(w, given, type + 1), f->nunit_for++)
			w->l->refs[w->l->nrefs++] = type;
		if (variable && w->l->nrefs < HD_LAYOUT_REFS) {
			w->l->refs[w->l->nrefs++] = HD_LAYOUT_REF_VARIABLE | variable;
			f->nunit_for++;
		}
	}
	return 0;
}

static int declare_functions(const struct work *w, uint32_t bits)
{
	int status = 0;

	for (size_t i = 0; i < w->d->names.n && !status; i++) {
		bool found = false;

		for (uint32_t k = 1; k <= w->l->nfunctions && !status; k++) {
			if (!function_fits(w, k, w->d->names.list[i]))
				continue;
			found = true;
			w->l->functions[k].flags |= bits;
			if (bits == HD_FN_UNIT_FOR)
				status = declare_whom(w, &w->l->functions[k]);
		}
		if (!found)
			status = not_there(w, "function", w->d->names.list[i], suggest_functions);
	}
	return status;
}

/* ---- TYPE.MEMBER ---- */

static int declare_member(const struct work *w, const char *given, unsigned bits)
{
	const char *dot = strchr(given, '.');
	char *of = strndup(given, (size_t)(dot - given));
	uint32_t type = next_type(w, of, 1), variable = type ? 0 : next_variable(w, of, 1);
	int status = 0;

	if (variable)
		type = w->l->variables[variable].type;
	if (!type)
		status = not_there(w, "type", of, suggest_data);
	else if (!each_field(w, type, dot + 1, flag, bits))
		status = no_member(w, type, dot + 1);
	free(of);
	return status;
}

static int declare_members(const struct work *w, unsigned bits)
{
	int status = 0;

	for (size_t i = 0; i < w->d->names.n && !status; i++)
		status = declare_member(w, w->d->names.list[i], bits);
	return status;
}

static int declare_ignored(const struct work *w, const char *given)
{
	uint32_t type = 0, variable = 0;
	bool found = false;

	if (strchr(given, '.'))
		return declare_member(w, given, HD_FIELD_IGNORED);
	while ((type = next_type(w, given, type + 1))) {
		w->l->types[type].ignored = 1;
		found = true;
	}
	while ((variable = next_variable(w, given, variable + 1))) {
		w->l->variables[variable].ignored = 1;
		found = true;
	}
	return found ? 0 : not_there(w, "type or variable", given, suggest_data);
}

static int declare_all_ignored(const struct work *w)
{
	int status = 0;

	for (size_t i = 0; i < w->d->names.n && !status; i++)
		status = declare_ignored(w, w->d->names.list[i]);
	return status;
}

static int declare(const struct work *w)
{
	switch (w->d->what) {
	case HD_DECLARES_SET:
		return declare_set(w);
	case HD_DECLARES_UNIT:
		return declare_functions(w, w->d->whom.n ? HD_FN_UNIT_FOR : HD_FN_UNIT);
	case HD_DECLARES_NOT_UNIT:
		return declare_functions(w, HD_FN_NO_UNIT);
	case HD_DECLARES_OWNED:
		return declare_members(w, HD_FIELD_OWNED);
	case HD_DECLARES_NOT_OWNED:
		return declare_members(w, HD_FIELD_NOT_OWNED);
	case HD_DECLARES_IGNORE:
		return declare_all_ignored(w);
	default:
		return declare_functions(w, HD_FN_IGNORED);
	}
}

int hd_project_declare(const struct hd_project *p, struct hd_layout *l, const struct hd_layout_names *n,
		       bool strict)
{
	int status = 0;

	for (size_t i = 0; i < p->n && !status; i++)
		status = declare(&(struct work){.l = l, .n = n, .d = &p->list[i], .strict = strict});
	return status;
}
