/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/emit/test_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "gen/emit/callbacks.h"
#include "gen/model/texts.h"

struct test_writing {
	const struct hd_model *m;
	struct gen_job job;
	uint32_t objects[GEN_SLOTS];	  /* what is in each slot; HD_NO_OBJECT: it is not used */
	bool memory[GEN_SLOTS];		  /* the object itself is a variable, not a pointer to it */
	const struct hd_allowed *allowed; /* NULL: results do not matter */
	FILE *f;
};

static unsigned all_calls(const struct gen_job *job)
{
	return job->prefix + job->suffix[0] + job->suffix[1] + job->end;
}

/* ---- which objects there are ---- */

static void note_slot(struct test_writing *w, unsigned slot, uint32_t object)
{
	if (slot < GEN_SLOTS)
		w->objects[slot] = object;
}

static void note_slots(struct test_writing *w)
{
	for (unsigned i = 0; i < GEN_SLOTS; i++)
		w->objects[i] = HD_NO_OBJECT;
	for (unsigned i = 0; i < all_calls(&w->job); i++) {
		const struct gen_call *call = &w->job.calls[i];
		const struct hd_model_function *f = &w->m->functions[call->function];

		if (call->result != GEN_NO_SLOT)
			note_slot(w, call->result, f->made);
		for (unsigned a = 0; a < call->arguments; a++) {
			const struct gen_operand *o = &call->argument[a];

			if (o->kind != GEN_OBJECT && o->kind != GEN_MEMORY && o->kind != GEN_ADDRESS)
				continue;
			note_slot(w, o->index, f->params[a].object);
			if (o->kind == GEN_MEMORY && o->index < GEN_SLOTS)
				w->memory[o->index] = true;
		}
	}
}

/* "queue_1": the tag of its struct, and the how manieth of these it is. */
static void write_slot_name(const struct test_writing *w, unsigned slot, FILE *f)
{
	const char *name = w->m->objects[w->objects[slot]].name, *space = strrchr(name, ' ');
	unsigned number = 1;

	for (unsigned i = 0; i < slot; i++)
		number += w->objects[i] == w->objects[slot];
	fprintf(f, "%s_%u", space ? space + 1 : name, number);
}

/* ---- arguments ---- */

static const char *enumerator(const struct hd_model *m, unsigned type, int64_t number)
{
	const struct hd_api_type *t = &m->api->types[type];

	for (size_t i = 0; t->kind == HD_API_ENUM && i < m->api->enums[t->refers].nvalues; i++)
		if (m->api->enums[t->refers].values[i].number == number)
			return m->api->enums[t->refers].values[i].name;
	return NULL;
}

static void write_number(const struct hd_model *m, unsigned type, int64_t number, FILE *f)
{
	const char *name = enumerator(m, type, number);

	if (name)
		fputs(name, f);
	else if (m->api->types[type].size == 1 && number > 0 && isalnum((int)number))
		fprintf(f, "'%c'", (char)number);
	else
		fprintf(f, "%" PRId64, number);
}

static void write_bytes(int64_t n, FILE *f)
{
	putc('"', f);
	for (int64_t i = 0; i < n; i++)
		putc('a' + (int)(i % 26), f);
	putc('"', f);
}

static void write_real(int64_t bits, FILE *f)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	fprintf(f, "%g", value);
}

static void write_callback_name(const struct hd_model *m, uint32_t function, unsigned param, FILE *f)
{
	char *name = hd_callback_name(m, function, param);

	fputs(name, f);
	free(name);
}

/* The number that the call stores through this pointer is compared. */
static bool is_compared_cell(const struct test_writing *w, unsigned call, unsigned argument)
{
	const struct gen_operand *o = &w->job.calls[call].argument[argument];

	return w->allowed && call >= w->job.prefix && o->kind == GEN_CELL && o->index;
}

static void write_cell(const struct test_writing *w, const struct gen_call *call, unsigned argument, FILE *f)
{
	unsigned index = (unsigned)(call - w->job.calls);
	unsigned type = w->m->functions[call->function].declared->params[argument].type;

	if (is_compared_cell(w, index, argument))
		fprintf(f, "&stored_%u_%u", index - w->job.prefix, argument);
	else
		fprintf(f, "&(%s){0}", hd_api_pointee(w->m->api, type)->spelling);
}

static void write_operand(const struct test_writing *w, const struct gen_call *call, unsigned index, FILE *f)
{
	const struct gen_operand *o = &call->argument[index];
	unsigned type = w->m->functions[call->function].declared->params[index].type;

	switch (o->kind) {
	case GEN_NUMBER:
		write_number(w->m, type, o->number, f);
		break;
	case GEN_REAL:
		write_real(o->number, f);
		break;
	case GEN_OBJECT:
		fputs(w->memory[o->index] ? "&" : "", f);
		write_slot_name(w, o->index, f);
		break;
	case GEN_MEMORY:
	case GEN_ADDRESS:
		putc('&', f);
		write_slot_name(w, o->index, f);
		break;
	case GEN_TEXT:
		hd_model_write_text(w->m, o->index, f);
		break;
	case GEN_BYTES:
		fprintf(f, "(const void *)");
		write_bytes(o->number, f);
		break;
	case GEN_ROOM:
		fprintf(f, "(void *)(char[%" PRId64 "]){0}", o->number ? o->number : 1);
		break;
	case GEN_CELL:
		write_cell(w, call, index, f);
		break;
	case GEN_CALLBACK:
		write_callback_name(w->m, call->function, index, f);
		break;
	case GEN_TOKEN:
		fprintf(f, "&tokens[%u]", o->index);
		break;
	case GEN_FIXED:
		fputs(w->m->functions[call->function].params[index].expression, f);
		break;
	default:
		fputs("NULL", f);
	}
}

static void write_test_call(const struct test_writing *w, const struct gen_call *call, FILE *f)
{
	if (call->result != GEN_NO_SLOT) {
		write_slot_name(w, call->result, f);
		fputs(" = ", f);
	}
	fprintf(f, "%s(", w->m->functions[call->function].declared->name);
	for (unsigned i = 0; i < call->arguments; i++) {
		fputs(i ? ", " : "", f);
		write_operand(w, call, i, f);
	}
	putc(')', f);
}

/* ---- results ---- */

static unsigned compared_calls(const struct test_writing *w)
{
	return w->job.suffix[0] + w->job.suffix[1] + w->job.end;
}

/* The call, with what it returns kept. */
static void write_kept_call(const struct test_writing *w, unsigned index)
{
	const struct gen_call *call = &w->job.calls[index];
	enum hd_result_kind result = w->m->functions[call->function].result;
	bool pointer = result == HD_RESULT_POINTER || result == HD_RESULT_TEXT;

	if (w->allowed && index >= w->job.prefix && result != HD_RESULT_NONE)
		fprintf(w->f, "results[%u][0] = %s", index - w->job.prefix, pointer ? "(" : "(long long)");
	write_test_call(w, call, w->f);
	if (w->allowed && index >= w->job.prefix && pointer)
		fputs(") != NULL", w->f);
	fputs(";\n", w->f);
}

static void write_stored(const struct test_writing *w)
{
	for (unsigned i = w->job.prefix; i < all_calls(&w->job); i++)
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++) {
			unsigned type = w->m->functions[w->job.calls[i].function].declared->params[a].type;

			if (is_compared_cell(w, i, a))
				fprintf(w->f, "static %s stored_%u_%u;\n",
					hd_api_pointee(w->m->api, type)->spelling, i - w->job.prefix, a);
		}
}

static void write_allowed(const struct test_writing *w)
{
	fprintf(w->f,
		"/* What the calls give back: the result, and numbers through pointers. */\n"
		"static long long results[%u][%d];\n"
		"/* The same when they are made one after the other, in each order. */\n"
		"static const long long allowed[][%u][%d] = {\n",
		compared_calls(w), GEN_VALUES, compared_calls(w), GEN_VALUES);
	for (unsigned o = 0; o < w->allowed->n; o++) {
		fputs("    {", w->f);
		for (unsigned i = w->job.prefix; i < all_calls(&w->job); i++) {
			fputs(i == w->job.prefix ? "{" : ", {", w->f);
			for (unsigned v = 0; v < GEN_VALUES; v++)
				fprintf(w->f, "%s%" PRId64, v ? ", " : "", w->allowed->values[o][i][v]);
			putc('}', w->f);
		}
		fputs("},\n", w->f);
	}
	fputs("};\n", w->f);
	write_stored(w);
	putc('\n', w->f);
}

static void write_comparison(const struct test_writing *w)
{
	for (unsigned i = w->job.prefix; i < all_calls(&w->job); i++) {
		unsigned n = 1;

		for (unsigned a = 0; a < w->job.calls[i].arguments && n < GEN_VALUES; a++)
			if (is_compared_cell(w, i, a))
				fprintf(w->f,
					"\tmemcpy(&results[%u][%u], &stored_%u_%u, sizeof stored_%u_%u);\n",
					i - w->job.prefix, n++, i - w->job.prefix, a, i - w->job.prefix, a);
	}
	fprintf(w->f,
		"\tfor (unsigned i = 0; i < %u; i++)\n"
		"\t\tif (!memcmp(results, allowed[i], sizeof results))\n"
		"\t\t\treturn 0;\n"
		"\tabort();\n}\n",
		w->allowed->n);
}

/* ---- the program ---- */

/* The object comes from a call that may hand out none: the call is made only if it did. */
static bool is_uncertain(const struct test_writing *w, unsigned slot)
{
	for (unsigned i = w->job.prefix; i < all_calls(&w->job); i++) {
		if (w->job.calls[i].result == slot)
			return true;
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++)
			if (w->job.calls[i].argument[a].kind == GEN_ADDRESS &&
			    w->job.calls[i].argument[a].index == slot)
				return true;
	}
	return false;
}

static void write_condition(const struct test_writing *w, const struct gen_call *call)
{
	const char *before = "if (";

	for (unsigned i = 0; i < call->arguments; i++)
		if (call->argument[i].kind == GEN_OBJECT && is_uncertain(w, call->argument[i].index)) {
			fputs(before, w->f);
			write_slot_name(w, call->argument[i].index, w->f);
			before = " && ";
		}
	if (*before == ' ')
		fputs(")\n\t\t", w->f);
}

static void write_calls(const struct test_writing *w, unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++) {
		putc('\t', w->f);
		write_condition(w, &w->job.calls[i]);
		write_kept_call(w, i);
	}
}

static bool uses(const struct test_writing *w, enum gen_operand_kind kind)
{
	for (unsigned i = 0; i < all_calls(&w->job); i++)
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++)
			if (w->job.calls[i].argument[a].kind == kind)
				return true;
	return false;
}

static void write_objects(const struct test_writing *w)
{
	for (unsigned i = 0; i < GEN_SLOTS; i++) {
		if (w->objects[i] == HD_NO_OBJECT)
			continue;
		fprintf(w->f, "static %s %s", w->m->objects[w->objects[i]].name, w->memory[i] ? "" : "*");
		write_slot_name(w, i, w->f);
		fputs(";\n", w->f);
	}
	if (uses(w, GEN_TOKEN))
		fprintf(w->f, "static int tokens[%d] = {1, 2, 3};\n", HD_GEN_TOKENS);
	putc('\n', w->f);
}

/* Each function that is passed is defined once, even if several calls pass it. */
static void write_passed_functions(const struct test_writing *w)
{
	for (uint32_t f = 0; f < w->m->nfunctions; f++)
		for (unsigned p = 0; p < w->m->functions[f].nparams; p++) {
			bool passed = false;

			for (unsigned i = 0; i < all_calls(&w->job); i++)
				passed |= w->job.calls[i].function == f &&
					  w->job.calls[i].argument[p].kind == GEN_CALLBACK;
			if (passed)
				hd_callback_write(w->m, f, p, w->f);
		}
}

static void write_thread(const struct test_writing *w, const char *name, unsigned first, unsigned n)
{
	fprintf(w->f, "static void *%s_thread(void *unused)\n{\n", name);
	write_calls(w, first, n);
	fputs("\treturn unused;\n}\n\n", w->f);
}

static void write_main(const struct test_writing *w)
{
	const struct gen_job *job = &w->job;

	fputs("int main(void)\n{\n\tpthread_t first, second;\n\n", w->f);
	write_calls(w, 0, job->prefix);
	fputs("\tpthread_create(&first, NULL, first_thread, NULL);\n"
	      "\tpthread_create(&second, NULL, second_thread, NULL);\n"
	      "\tpthread_join(first, NULL);\n"
	      "\tpthread_join(second, NULL);\n",
	      w->f);
	write_calls(w, job->prefix + job->suffix[0] + job->suffix[1], job->end);
	if (w->allowed)
		write_comparison(w);
	else
		fputs("\treturn 0;\n}\n", w->f);
}

static void write_about(const char *about, FILE *f)
{
	fputs("/* ", f);
	for (; *about; about++) {
		putc(*about, f);
		if (*about == '\n' && about[1])
			fputs(" * ", f);
	}
	fputs(" */\n", f);
}

static void begin_writing(struct test_writing *w, const struct hd_model *m, const struct hd_test *t,
			  const struct hd_allowed *allowed, FILE *f)
{
	*w = (struct test_writing){.m = m, .allowed = allowed, .f = f};
	hd_test_job(m, t, allowed != NULL, &w->job);
	note_slots(w);
}

void hd_test_write(const struct hd_model *m, const struct hd_test *t, const char *about,
		   const struct hd_allowed *allowed, FILE *f)
{
	struct test_writing w;

	begin_writing(&w, m, t, allowed, f);
	write_about(about, f);
	fputs("#include <pthread.h>\n#include <stddef.h>\n", f);
	fputs(allowed ? "#include <stdlib.h>\n#include <string.h>\n\n" : "\n", f);
	for (size_t i = 0; i < m->api->nheaders; i++)
		fprintf(f, "#include %s\n", m->api->headers[i]);
	putc('\n', f);
	write_objects(&w);
	if (allowed)
		write_allowed(&w);
	write_passed_functions(&w);
	write_thread(&w, "first", w.job.prefix, w.job.suffix[0]);
	write_thread(&w, "second", w.job.prefix + w.job.suffix[0], w.job.suffix[1]);
	write_main(&w);
}

char *hd_call_text(const struct hd_model *m, const struct hd_test *t, unsigned index)
{
	struct test_writing w;
	struct hd_text text;

	begin_writing(&w, m, t, NULL, NULL);
	hd_text_begin(&text);
	write_test_call(&w, &w.job.calls[index], text.f);
	return hd_text_end(&text);
}
