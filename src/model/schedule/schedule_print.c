/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/schedule_print.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "model/event.h"

#define LINE_WIDTH 100

void hd_schedule_print_quoted(const char *s, FILE *f)
{
	fputc('"', f);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c == '\n')
			fputs("\\n", f);
		else if (c == '\t')
			fputs("\\t", f);
		else if (c < 0x20 || c == 0x7f)
			fprintf(f, "\\x%02x", c);
		else
			fputc(c, f);
	}
	fputc('"', f);
}

static void print_string(const char *key, const char *value, FILE *f)
{
	fprintf(f, "%s ", key);
	hd_schedule_print_quoted(value ? value : "", f);
	fputc('\n', f);
}

static void print_optional(const char *key, const char *value, FILE *f)
{
	if (value)
		print_string(key, value, f);
}

static void print_surroundings(const struct hd_surroundings *around, FILE *f)
{
	print_optional("setup", around->setup, f);
	print_optional("ready", around->ready, f);
	print_optional("client", around->client, f);
	print_optional("teardown", around->teardown, f);
	if (around->alone)
		fputs("network private\n", f);
	if (around->worker)
		fprintf(f, "worker %" PRIu32 "\n", around->worker);
}

static void print_head(const struct hd_schedule *s, FILE *f)
{
	char id[2 * HD_SCHEDULE_ID_MAX + 1];

	fprintf(f, "heddle schedule %d\n", HD_SCHEDULE_VERSION);
	print_string("program", s->program, f);
	for (size_t i = 0; i < s->nargs; i++)
		print_string("arg", s->args[i], f);
	for (size_t i = 0; i < s->nvariables; i++)
		print_string("variable", s->variables[i], f);
	print_string("directory", s->directory, f);
	fprintf(f, "build-id %s\n", hd_build_id_text(&s->build_id, id));
	fprintf(f, "strategy %s\n", s->strategy);
	fprintf(f, "seed %" PRIu64 "\n", s->plan.seed);
	fprintf(f, "depth %" PRIu32 "\n", s->plan.depth);
	fprintf(f, "heap %s\n", s->plan.heap == HD_HEAP_REUSE ? "reuse" : "quarantine");
	fprintf(f, "timeouts %s\n", hd_timeouts_text[s->plan.timeouts]);
	fprintf(f, "spurious %s\n", s->plan.spurious ? "yes" : "no");
	fprintf(f, "expect-exit %" PRIu32 "\n", s->expect_exit);
	fprintf(f, "reset %s\n", s->reset);
	if (s->pool)
		fprintf(f, "pool %" PRIu32 "\n", s->pool);
	if (s->controls_children)
		fputs("children controlled\n", f);
	print_surroundings(&s->around, f);
	fprintf(f, "failure %s\n", hd_outcome_text[s->outcome]);
	print_string("message", s->message, f);
	fprintf(f, "hash %016" PRIx64 "\n", s->hash);
	fprintf(f, "run %" PRIu64 "\n", s->run);
}

/* What people may want to know at the end of a line. */
static void print_remark(const char *text, FILE *f)
{
	if (text) {
		fputc(' ', f);
		hd_schedule_print_quoted(text, f);
	}
	fputc('\n', f);
}

static void print_tables(const struct hd_schedule *s, FILE *f)
{
	char id[2 * HD_SCHEDULE_ID_MAX + 1];

	for (size_t i = 0; i < s->nmodules; i++) {
		fprintf(f, "module %zu %s ", i, hd_build_id_text(&s->modules[i].build_id, id));
		hd_schedule_print_quoted(s->modules[i].path, f);
		fputc('\n', f);
	}
	for (size_t i = 0; i < s->nops; i++) {
		const struct hd_schedule_op *op = &s->ops[i];

		fprintf(f, "op %zu %s", i, hd_event_text[op->kind]);
		if (op->known)
			fprintf(f, " %" PRIu32 " 0x%" PRIx64, op->module, op->offset);
		print_remark(op->text, f);
	}
	for (size_t i = 0; i < s->npoints; i++) {
		const struct hd_schedule_point *point = &s->points[i];

		fprintf(f, "point %" PRIu32 " 0x%" PRIx64, point->module, point->offset);
		print_remark(point->text, f);
	}
}

static int format_step(const struct hd_step *step, size_t repeat, char *out, size_t size)
{
	char notes[7] = "", times[24] = "";
	char *n = notes;

	if (step->note & HD_NOTE_TIMEOUT)
		*n++ = 't';
	if (step->note & HD_NOTE_SPURIOUS)
		*n++ = 's';
	if (step->note & HD_NOTE_CANCEL)
		*n++ = 'c';
	if (step->note & HD_NOTE_PENDING)
		*n++ = 'p';
	if (step->note & HD_NOTE_SIGNAL)
		*n++ = 'i';
	if (step->note & HD_NOTE_FACT)
		*n++ = 'f';
	*n = '\0';
	if (repeat > 1)
		snprintf(times, sizeof(times), "*%zu", repeat);
	return snprintf(out, size, "%u%c%" PRIu32 "%s%s", step->tid, step->kind == HD_VALUE ? '=' : ':',
			step->site, notes, times);
}

static void print_steps(const struct hd_schedule *s, FILE *f)
{
	int column = 0;

	fprintf(f, "steps %zu\n", s->nsteps);
	for (size_t i = 0; i < s->nsteps;) {
		char token[64];
		size_t repeat = 1;
		int len;

		while (i + repeat < s->nsteps &&
		       !memcmp(&s->steps[i], &s->steps[i + repeat], sizeof(*s->steps)))
			repeat++;
		len = format_step(&s->steps[i], repeat, token, sizeof(token));
		if (column && column + 1 + len > LINE_WIDTH) {
			fputc('\n', f);
			column = 0;
		}
		column += fprintf(f, "%s%s", column ? " " : "", token);
		i += repeat;
	}
	if (column)
		fputc('\n', f);
	fprintf(f, "end %zu\n", s->nsteps);
}

int hd_schedule_print(const struct hd_schedule *s, FILE *f)
{
	print_head(s, f);
	print_tables(s, f);
	print_steps(s, f);
	if (fflush(f) || ferror(f)) {
		if (!errno)
			errno = EIO;
		return -1;
	}
	return 0;
}
