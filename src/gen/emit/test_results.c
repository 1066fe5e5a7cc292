/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/emit/test_results.h"

#include <inttypes.h>

/* What the call stores through this pointer is compared. */
bool hd_result_is_compared(const struct hd_test_writing *w, unsigned call, unsigned argument)
{
	const struct gen_operand *o = &w->job.calls[call].argument[argument];

	return w->allowed && call >= w->job.prefix && (o->kind == GEN_CELL || o->kind == GEN_ROOM) &&
	       o->index;
}

static unsigned compared_calls(const struct hd_test_writing *w)
{
	return gen_suffix_calls(&w->job) + w->job.end;
}

bool hd_result_is_kept(const struct hd_test_writing *w, unsigned index)
{
	return w->allowed && index >= w->job.prefix;
}

static enum hd_result_kind result_of(const struct hd_test_writing *w, unsigned index)
{
	return w->m->functions[w->job.calls[index].function].result;
}

void hd_write_before_call(const struct hd_test_writing *w, unsigned index)
{
	static const char *const before[] = {[HD_RESULT_NONE] = "",
					     [HD_RESULT_NUMBER] = "(long long)",
					     [HD_RESULT_REAL] = "(long long)",
					     [HD_RESULT_TEXT] = "number_of_text(",
					     [HD_RESULT_POINTER] = "("};
	enum hd_result_kind result = result_of(w, index);

	if (hd_result_is_kept(w, index) && result != HD_RESULT_NONE)
		fprintf(w->f, "results[%u][0] = %s", index - w->job.prefix, before[result]);
}

static void write_stored_values(const struct hd_test_writing *w, unsigned index)
{
	const struct gen_call *call = &w->job.calls[index];
	unsigned n = 1, i = index - w->job.prefix;

	for (unsigned a = 0; a < call->arguments && n < GEN_VALUES; a++) {
		if (!hd_result_is_compared(w, index, a))
			continue;
		if (call->argument[a].kind == GEN_CELL)
			fprintf(w->f, "\tmemcpy(&results[%u][%u], &stored_%u_%u, sizeof stored_%u_%u);\n", i,
				n++, i, a, i, a);
		else
			fprintf(w->f, "\tresults[%u][%u] = number_of_bytes(stored_%u_%u, %" PRId64 ");\n", i,
				n++, i, a, call->argument[a].number);
	}
}

void hd_write_after_call(const struct hd_test_writing *w, unsigned index)
{
	static const char *const after[] = {[HD_RESULT_NONE] = "",
					    [HD_RESULT_NUMBER] = "",
					    [HD_RESULT_REAL] = "",
					    [HD_RESULT_TEXT] = ")",
					    [HD_RESULT_POINTER] = ") != NULL"};
	bool kept = hd_result_is_kept(w, index);

	fprintf(w->f, "%s;\n", kept ? after[result_of(w, index)] : "");
	if (kept)
		write_stored_values(w, index);
}

static void write_stored(const struct hd_test_writing *w)
{
	for (unsigned i = w->job.prefix; i < hd_writing_calls(&w->job); i++)
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++) {
			const struct gen_operand *o = &w->job.calls[i].argument[a];
			unsigned type = w->m->functions[w->job.calls[i].function].declared->params[a].type;

			if (!hd_result_is_compared(w, i, a))
				continue;
			if (o->kind == GEN_CELL)
				fprintf(w->f, "static %s stored_%u_%u;\n",
					hd_api_pointee(w->m->api, type)->spelling, i - w->job.prefix, a);
			else
				fprintf(w->f, "static char stored_%u_%u[%" PRId64 "];\n", i - w->job.prefix,
					a, o->number ? o->number : 1);
		}
}

/* Texts and bytes are compared as numbers, which are made as the driver makes them. */
static void write_numbers_of_bytes(const struct hd_test_writing *w)
{
	bool texts = false, bytes = false;

	for (unsigned i = w->job.prefix; i < hd_writing_calls(&w->job); i++) {
		texts |= w->m->functions[w->job.calls[i].function].result == HD_RESULT_TEXT;
		for (unsigned a = 0; a < w->job.calls[i].arguments; a++)
			bytes |=
			    hd_result_is_compared(w, i, a) && w->job.calls[i].argument[a].kind == GEN_ROOM;
	}
	if (texts || bytes)
		fputs("/* Bytes as a number (FNV-1a). */\n"
		      "static long long number_of_bytes(const char *bytes, size_t n)\n{\n"
		      "\tunsigned long long number = 0xcbf29ce484222325ULL;\n\n"
		      "\tfor (size_t i = 0; i < n; i++)\n"
		      "\t\tnumber = (number ^ (unsigned char)bytes[i]) * 0x100000001b3ULL;\n"
		      "\treturn (long long)number;\n}\n\n",
		      w->f);
	if (texts)
		fprintf(w->f,
			"static long long number_of_text(const char *text)\n{\n"
			"\treturn text ? number_of_bytes(text, strnlen(text, %d)) : 0;\n}\n\n",
			GEN_TEXT_MOST);
}

void hd_write_allowed(const struct hd_test_writing *w)
{
	fprintf(w->f,
		"/* What the calls give back: the result, and what they store through pointers. */\n"
		"static long long results[%u][%d];\n"
		"/* The same when they are made one after the other, in each order. */\n"
		"static const long long allowed[][%u][%d] = {\n",
		compared_calls(w), GEN_VALUES, compared_calls(w), GEN_VALUES);
	for (unsigned o = 0; o < w->allowed->n; o++) {
		fputs("    {", w->f);
		for (unsigned i = w->job.prefix; i < hd_writing_calls(&w->job); i++) {
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
	write_numbers_of_bytes(w);
}

void hd_write_comparison(const struct hd_test_writing *w)
{
	fprintf(w->f,
		"\tfor (unsigned i = 0; i < %u; i++)\n"
		"\t\tif (!memcmp(results, allowed[i], sizeof results))\n"
		"\t\t\treturn 0;\n"
		"\tabort();\n}\n",
		w->allowed->n);
}
