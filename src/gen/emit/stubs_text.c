/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/emit/stubs_text.h"

#include <stdlib.h>

#include "gen/emit/callbacks.h"
#include "gen/model/texts.h"

static const char *member_of(enum hd_param_kind kind)
{
	switch (kind) {
	case HD_PARAM_NUMBER:
	case HD_PARAM_SIZE:
		return "number";
	case HD_PARAM_REAL:
		return "real";
	default:
		return "pointer";
	}
}

static void write_call(const struct hd_model *m, const struct hd_model_function *function, FILE *f)
{
	fprintf(f, "%s(", function->declared->name);
	for (unsigned i = 0; i < function->nparams; i++) {
		const struct hd_model_param *p = &function->params[i];

		fputs(i ? ", " : "", f);
		if (p->kind == HD_PARAM_FIXED)
			fputs(p->expression, f);
		else
			fprintf(f, "(%s)a[%u].%s", m->api->types[function->declared->params[i].type].spelling,
				i, member_of(p->kind));
	}
	fprintf(f, ");\n");
}

static void write_stub(const struct hd_model *m, uint32_t index, FILE *f)
{
	static const char *const keeps[] = {[HD_RESULT_NONE] = "(void)r;\n\t",
					    [HD_RESULT_NUMBER] = "r->number = (int64_t)",
					    [HD_RESULT_REAL] = "r->real = (double)",
					    [HD_RESULT_TEXT] = "r->pointer = (void *)",
					    [HD_RESULT_POINTER] = "r->pointer = (void *)"};
	const struct hd_model_function *function = &m->functions[index];

	fprintf(f, "static void call_%s(const union gen_value *a, union gen_value *r)\n{\n\t%s%s",
		function->declared->name, "(void)a;\n\t", keeps[function->result]);
	write_call(m, function, f);
	fprintf(f, "}\n\n");
}

static void write_callbacks(const struct hd_model *m, FILE *f)
{
	for (uint32_t i = 0; i < m->nfunctions; i++)
		for (unsigned p = 0; p < m->functions[i].nparams; p++)
			if (hd_model_is_callback(m, i, p))
				hd_callback_write(m, i, p, f);
}

static void write_callback_table(const struct hd_model *m, FILE *f)
{
	fprintf(f, "void *const gen_callbacks[] = {\n");
	for (uint32_t i = 0; i < m->nfunctions; i++)
		for (unsigned p = 0; p < m->functions[i].nparams; p++)
			if (hd_model_is_callback(m, i, p)) {
				char *name = hd_callback_name(m, i, p);

				fprintf(f, "\t(void *)%s,\n", name);
				free(name);
			}
	fprintf(f, "\t0};\n");
}

static void write_function_table(const struct hd_model *m, FILE *f)
{
	fprintf(f, "const struct gen_function gen_functions[] = {\n");
	for (uint32_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role == HD_ROLE_UNUSABLE)
			fprintf(f, "\t{0, 0},\n");
		else
			fprintf(f, "\t{call_%s, %d},\n", m->functions[i].declared->name,
				(int)m->functions[i].result);
	fprintf(f, "\t{0, 0}};\n");
}

void hd_stubs_write(const struct hd_model *m, FILE *f)
{
	fprintf(f, "/* Made by heddle gen: the driver calls the library through these functions. */\n");
	fprintf(f, "#include <stddef.h>\n");
	for (size_t i = 0; i < m->api->nheaders; i++)
		fprintf(f, "#include %s\n", m->api->headers[i]);
	fprintf(f, "#include \"stubs.h\"\n\n");
	write_callbacks(m, f);
	for (uint32_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role != HD_ROLE_UNUSABLE)
			write_stub(m, i, f);
	write_function_table(m, f);
	write_callback_table(m, f);
	fprintf(f, "const char *const gen_texts[] = {");
	for (uint32_t i = 0; i < hd_model_texts(m); i++) {
		hd_model_write_text(m, i, f);
		fputs(", ", f);
	}
	fprintf(f, "0};\nint gen_tokens[%d] = {1, 2, 3};\n", HD_GEN_TOKENS);
}
