/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/emit/callbacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

char *hd_callback_name(const struct hd_model *m, uint32_t function, unsigned param)
{
	const struct hd_api_function *declared = m->functions[function].declared;
	const char *name = declared->params[param].name;
	char *ours = *name ? hd_sprintf("%s_%s", declared->name, name)
			   : hd_sprintf("%s_callback_%u", declared->name, param);

	while (hd_model_function_named(m, ours) != HD_NO_OBJECT) { /* the library has such a function */
		char *longer = hd_sprintf("%s_callback", ours);

		free(ours);
		ours = longer;
	}
	return ours;
}

/* Two pointers and a number back: it compares. */
static bool is_comparison(const struct hd_api *a, const struct hd_api_type *function)
{
	return function->narguments == 2 && a->types[function->refers].kind == HD_API_INTEGER &&
	       a->types[function->arguments[0]].kind == HD_API_POINTER &&
	       function->arguments[0] == function->arguments[1];
}

/* One pointer and a number back that is no int: it hashes. */
static bool returns_value(const struct hd_api *a, const struct hd_api_type *function)
{
	return a->types[function->refers].kind != HD_API_VOID;
}

void hd_callback_write(const struct hd_model *m, uint32_t function, unsigned param, FILE *f)
{
	const struct hd_api *a = m->api;
	const struct hd_api_type *t = hd_api_pointee(a, m->functions[function].declared->params[param].type);
	char *name = hd_callback_name(m, function, param);

	fprintf(f, "static %s %s(", a->types[t->refers].spelling, name);
	for (size_t i = 0; i < t->narguments; i++)
		fprintf(f, "%s__typeof__(%s) a%zu", i ? ", " : "", a->types[t->arguments[i]].spelling, i);
	fprintf(f, "%s)\n{\n", t->narguments ? "" : "void");
	for (size_t i = 0; i < t->narguments; i++)
		fprintf(f, "\t(void)a%zu;\n", i);
	if (is_comparison(a, t) && strcasestr(name, "equal"))
		fprintf(f, "\treturn a0 == a1;\n");
	else if (is_comparison(a, t))
		fprintf(f, "\treturn (a0 > a1) - (a0 < a1);\n");
	else if (returns_value(a, t))
		fprintf(f, "\treturn 0;\n");
	fprintf(f, "}\n\n");
	free(name);
}
