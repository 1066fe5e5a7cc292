/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/explain.h"

#include "gen/model/texts.h"

static const char *const role_text[] = {
    [HD_ROLE_UNUSABLE] = "not used",  [HD_ROLE_SETUP] = "prepares the library",
    [HD_ROLE_CREATOR] = "makes one",  [HD_ROLE_INITIALISER] = "makes one in the caller's memory",
    [HD_ROLE_DESTROYER] = "ends one", [HD_ROLE_OPERATION] = "works on one"};

static const char *const param_text[] = {[HD_PARAM_UNUSABLE] = "?",
					 [HD_PARAM_OBJECT] = "an object",
					 [HD_PARAM_MEMORY] = "memory for the object",
					 [HD_PARAM_ADDRESS] = "where the pointer to the object goes",
					 [HD_PARAM_NUMBER] = "a number",
					 [HD_PARAM_REAL] = "a number",
					 [HD_PARAM_TEXT] = "a text",
					 [HD_PARAM_BYTES] = "bytes to read",
					 [HD_PARAM_ROOM] = "room to write to",
					 [HD_PARAM_SIZE] = "the size of what is before it",
					 [HD_PARAM_CELL] = "a value to read or write",
					 [HD_PARAM_CALLBACK] = "a function",
					 [HD_PARAM_TOKEN] = "data to hand on",
					 [HD_PARAM_FIXED] = "what the hints say"};

static void explain_numbers(const struct hd_model_param *p, FILE *f)
{
	for (unsigned i = 0; i < p->nvalues; i++)
		fprintf(f, "%s%lld", i ? ", " : " (", p->values[i]);
	fputs(p->nvalues ? ")" : "", f);
}

static void explain_param(const struct hd_model *m, const struct hd_model_function *function, unsigned index,
			  FILE *f)
{
	const struct hd_model_param *p = &function->params[index];
	const char *name = function->declared->params[index].name;

	fprintf(f, "      %s: ", *name ? name : "(no name)");
	if (p->kind == HD_PARAM_OBJECT)
		fprintf(f, "a %s%s", m->objects[p->object].name, p->owned ? ", which it takes over" : "");
	else
		fputs(param_text[p->kind], f);
	if (p->expression)
		fprintf(f, " (%s)", p->expression);
	explain_numbers(p, f);
	for (unsigned i = 0; i < p->ntexts; i++) {
		fputs(i ? ", " : " (", f);
		hd_model_write_text(m, p->texts[i], f);
	}
	fputs(p->ntexts ? ")" : "", f);
	fputc('\n', f);
}

static void explain_function(const struct hd_model *m, const struct hd_model_function *function, FILE *f)
{
	fprintf(f, "  %s: ", function->declared->name);
	if (function->role == HD_ROLE_UNUSABLE) {
		fprintf(f, "not used: %s\n", function->why ? function->why : "the hints say so");
		return;
	}
	fprintf(f, "%s%s%s\n",
		function->role == HD_ROLE_OPERATION && function->object == HD_NO_OBJECT
		    ? "called by itself"
		    : role_text[function->role],
		function->observer ? ", and only looks" : "",
		function->unsafe ? ", never at the same time as others" : "");
	for (unsigned i = 0; i < function->nparams; i++)
		explain_param(m, function, i, f);
}

static void explain_functions_of(const struct hd_model *m, uint32_t object, FILE *f)
{
	for (size_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role != HD_ROLE_UNUSABLE && m->functions[i].object == object)
			explain_function(m, &m->functions[i], f);
}

static bool any_about_library(const struct hd_model *m)
{
	for (size_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role != HD_ROLE_UNUSABLE && m->functions[i].object == HD_NO_OBJECT)
			return true;
	return false;
}

void hd_model_explain(const struct hd_model *m, FILE *f)
{
	for (size_t i = 0; i < m->api->nnotes; i++)
		fprintf(f, "note: %s\n", m->api->notes[i]);
	for (uint32_t i = 0; i < m->nobjects; i++) {
		fprintf(f, "%s%s\n", m->objects[i].name,
			m->objects[i].zeroed	  ? ": no function makes one, so zeroed memory is passed"
			: hd_model_can_make(m, i) ? ""
						  : ": no function makes one");
		explain_functions_of(m, i, f);
	}
	if (any_about_library(m)) {
		fputs("the library as a whole\n", f);
		explain_functions_of(m, HD_NO_OBJECT, f);
	}
	fputs("not used\n", f);
	for (size_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role == HD_ROLE_UNUSABLE)
			explain_function(m, &m->functions[i], f);
}
