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

/* ---- which objects there are ---- */

static void note_slot(struct hd_test_writing *w, unsigned slot, uint32_t object)
{
	if (slot < GEN_SLOTS)
		w->objects[slot] = object;
}

static void note_slots(struct hd_test_writing *w)
{
	for (unsigned i = 0; i < GEN_SLOTS; i++)
		w->objects[i] = HD_NO_OBJECT;
	for (unsigned i = 0; i < hd_writing_calls(&w->job); i++) {
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
static void write_slot_name(const struct hd_test_writing *w, unsigned slot, FILE *f)
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

static void write_cell(const struct hd_test_writing *w, const struct gen_call *call, unsigned argument,
		       FILE *f)
{
	unsigned index = (unsigned)(call - w->job.calls);
	unsigned type = w->m->functions[call->function].declared->params[argument].type;

	if (hd_result_is_compared(w, index, argument))
		fprintf(f, "&stored_%u_%u", index - w->job.prefix, argument);
	else
		fprintf(f, "&(%s){0}", hd_api_pointee(w->m->api, type)->spelling);
}

static void write_room(const struct hd_test_writing *w, const struct gen_call *call, unsigned argument,
		       FILE *f)
{
	unsigned index = (unsigned)(call - w->job.calls);
	int64_t size = call->argument[argument].number;

	if (hd_result_is_compared(w, index, argument))
		fprintf(f, "(void *)stored_%u_%u", index - w->job.prefix, argument);
	else
		fprintf(f, "(void *)(char[%" PRId64 "]){0}", size ? size : 1);
}

static void write_operand(const struct hd_test_writing *w, const struct gen_call *call, unsigned index,
			  FILE *f)
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
		write_room(w, call, index, f);
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

static void write_test_call(const struct hd_test_writing *w, const struct gen_call *call, FILE *f)
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

/* ---- the program ---- */

/* The object comes from a call that may hand out none: the call is made only if it did. */
static bool is_uncertain(const struct hd_test_writing *w, unsigned slot)
{
	for (unsigned i = w->job.prefix; i < hd_writing_calls(&w->job); i++) {
		if (w->job.calls[i].result == slot)
			return true;
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++)
			if (w->job.calls[i].argument[a].kind == GEN_ADDRESS &&
			    w->job.calls[i].argument[a].index == slot)
				return true;
	}
	return false;
}

/* True: there is one. */
static bool write_condition(const struct hd_test_writing *w, const struct gen_call *call)
{
	const char *before = "if (";

	for (unsigned i = 0; i < call->arguments; i++)
		if (call->argument[i].kind == GEN_OBJECT && is_uncertain(w, call->argument[i].index)) {
			fputs(before, w->f);
			write_slot_name(w, call->argument[i].index, w->f);
			before = " && ";
		}
	if (*before == ' ')
		fputs(hd_result_is_kept(w, (unsigned)(call - w->job.calls)) ? ") {\n\t" : ")\n\t\t", w->f);
	return *before == ' ';
}

static void write_calls(const struct hd_test_writing *w, unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++) {
		bool conditional;

		putc('\t', w->f);
		conditional = write_condition(w, &w->job.calls[i]);
		hd_write_before_call(w, i);
		write_test_call(w, &w->job.calls[i], w->f);
		hd_write_after_call(w, i);
		if (conditional && hd_result_is_kept(w, i))
			fputs("\t}\n", w->f);
	}
}

static bool uses(const struct hd_test_writing *w, enum gen_operand_kind kind)
{
	for (unsigned i = 0; i < hd_writing_calls(&w->job); i++)
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++)
			if (w->job.calls[i].argument[a].kind == kind)
				return true;
	return false;
}

static void write_objects(const struct hd_test_writing *w)
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
static void write_passed_functions(const struct hd_test_writing *w)
{
	for (uint32_t f = 0; f < w->m->nfunctions; f++)
		for (unsigned p = 0; p < w->m->functions[f].nparams; p++) {
			bool passed = false;

			for (unsigned i = 0; i < hd_writing_calls(&w->job); i++)
				passed |= w->job.calls[i].function == f &&
					  w->job.calls[i].argument[p].kind == GEN_CALLBACK;
			if (passed)
				hd_callback_write(w->m, f, p, w->f);
		}
}

static const char *const thread_names[GEN_THREADS] = {"first", "second", "third"};

static void write_thread(const struct hd_test_writing *w, unsigned thread)
{
	fprintf(w->f, "static void *%s_thread(void *unused)\n{\n", thread_names[thread]);
	write_calls(w, gen_first_call(&w->job, thread), w->job.suffix[thread]);
	fputs("\treturn unused;\n}\n\n", w->f);
}

static unsigned threads_of(const struct gen_job *job)
{
	unsigned n = 0;

	while (n < GEN_THREADS && job->suffix[n])
		n++;
	return n;
}

static void write_main(const struct hd_test_writing *w)
{
	const struct gen_job *job = &w->job;

	fputs("int main(void)\n{\n\tpthread_t ", w->f);
	for (unsigned i = 0; i < threads_of(job); i++)
		fprintf(w->f, "%s%s", i ? ", " : "", thread_names[i]);
	fputs(";\n\n", w->f);
	write_calls(w, 0, job->prefix);
	for (unsigned i = 0; i < threads_of(job); i++)
		fprintf(w->f, "\tpthread_create(&%s, NULL, %s_thread, NULL);\n", thread_names[i],
			thread_names[i]);
	for (unsigned i = 0; i < threads_of(job); i++)
		fprintf(w->f, "\tpthread_join(%s, NULL);\n", thread_names[i]);
	write_calls(w, job->prefix + gen_suffix_calls(job), job->end);
	if (w->allowed)
		hd_write_comparison(w);
	else
		fputs("\treturn 0;\n}\n", w->f);
}

static void write_about(const char *about, FILE *f)
{
	fputs("/* ", f);
	for (; *about; about++) {
		putc(*about, f);
		if (*about == '*' && about[1] == '/')
			putc(' ', f); /* the comment does not end there */
		if (*about == '\n' && about[1])
			fputs(" * ", f);
	}
	fputs(" */\n", f);
}

static void begin_writing(struct hd_test_writing *w, const struct hd_model *m, const struct hd_test *t,
			  const struct hd_allowed *allowed, FILE *f)
{
	*w = (struct hd_test_writing){.m = m, .allowed = allowed, .f = f};
	hd_test_job(m, t, allowed != NULL, &w->job);
	note_slots(w);
}

void hd_test_write(const struct hd_model *m, const struct hd_test *t, const char *about,
		   const struct hd_allowed *allowed, FILE *f)
{
	struct hd_test_writing w;

	begin_writing(&w, m, t, allowed, f);
	write_about(about, f);
	fputs("#include <pthread.h>\n#include <stddef.h>\n", f);
	fputs(allowed ? "#include <stdlib.h>\n#include <string.h>\n\n" : "\n", f);
	for (size_t i = 0; i < m->api->nheaders; i++)
		fprintf(f, "#include %s\n", m->api->headers[i]);
	putc('\n', f);
	write_objects(&w);
	if (allowed)
		hd_write_allowed(&w);
	write_passed_functions(&w);
	for (unsigned i = 0; i < threads_of(&w.job); i++)
		write_thread(&w, i);
	write_main(&w);
}

char *hd_call_text(const struct hd_model *m, const struct hd_test *t, unsigned index)
{
	struct hd_test_writing w;
	struct hd_text text;

	begin_writing(&w, m, t, NULL, NULL);
	hd_text_begin(&text);
	write_test_call(&w, &w.job.calls[index], text.f);
	return hd_text_end(&text);
}
