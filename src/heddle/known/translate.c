/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/known/translate.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/known/align.h"
#include "heddle/known/code_lines.h"
#include "symbol/elf.h"

#define GONE UINT64_MAX /* in place of an offset */

struct function_now { /* what has become of a function */
	bool looked, there;
	size_t index;  /* in translator.now */
	size_t *lines; /* by line: which it is now */
};

struct translator {
	const struct hd_schedule *old;
	const struct hd_places *places;
	const struct hd_report *report;
	struct hd_symbols *symbols;
	struct hd_sources *sources;
	struct hd_places now;
	struct function_now *functions; /* by function of places */
	bool *same_module;		/* by module: the file is the one of then */
	struct hd_translated *out;
};

/* ---- modules ---- */

static bool is_program_module(const struct hd_schedule *s, size_t module)
{
	return hd_build_id_equal(&s->modules[module].build_id, &s->build_id) ||
	       !strcmp(s->modules[module].path, s->program);
}

static void add_modules(struct translator *t, const struct hd_target *target)
{
	char *image = realpath(target->program, NULL);

	t->same_module = hd_new(t->old->nmodules + 1, sizeof(*t->same_module));
	for (size_t i = 0; i < t->old->nmodules; i++) {
		const struct hd_schedule_module *m = &t->old->modules[i];
		const char *path = is_program_module(t->old, i) ? image ? image : target->program : m->path;
		struct hd_elf elf = {0};

		if (path[0] == '/' && hd_elf_look(path, &elf))
			elf = (struct hd_elf){0};
		t->same_module[i] = hd_build_id_equal(&m->build_id, &elf.build_id);
		hd_schedule_add_module(t->out->schedule, path, &elf.build_id);
	}
	free(image);
}

/* ---- places ---- */

static const struct function_now *function_now(struct translator *t, size_t function, const char *module)
{
	struct function_now *f = &t->functions[function];
	const struct hd_place_function *old = &t->places->functions[function];

	if (f->looked)
		return f;
	f->looked = true;
	f->there = hd_code_of_function(old, module, t->symbols, t->sources, &t->now);
	f->index = t->now.n - 1;
	if (f->there)
		f->lines = hd_align_lines(old, &t->now.functions[f->index]);
	return f;
}

/* Where the call returns to in this build, or GONE. */
static uint64_t offset_now(struct translator *t, uint32_t module, uint64_t offset)
{
	const struct hd_place_call *call = NULL;
	const struct function_now *f;
	struct hd_place at;

	if (t->same_module[module])
		return offset;
	if (!hd_places_find(t->places, t->old->modules[module].path, offset, &at))
		return GONE;
	f = function_now(t, at.function, t->out->schedule->modules[module].path);
	if (f->there)
		call = hd_align_place(&t->places->functions[at.function], &t->now.functions[f->index],
				      f->lines, at.line, at.call);
	return call ? call->offset : GONE;
}

/* By operation: its index in the new schedule plus one; 0: it is gone. */
static uint32_t *translate_ops(struct translator *t)
{
	uint32_t *op_now = hd_new(t->old->nops + 1, sizeof(*op_now));

	for (size_t i = 0; i < t->old->nops; i++) {
		struct hd_schedule_op op = t->old->ops[i];

		if (op.known)
			op.offset = offset_now(t, op.module, op.offset);
		if (op.known && op.offset == GONE)
			continue;
		hd_schedule_add_op(t->out->schedule, &op);
		op_now[i] = (uint32_t)t->out->schedule->nops;
		t->out->kept += op.known;
	}
	return op_now;
}

static void translate_points(struct translator *t)
{
	for (size_t i = 0; i < t->old->npoints; i++) {
		struct hd_schedule_point point = t->old->points[i];

		point.offset = offset_now(t, point.module, point.offset);
		if (point.offset != GONE)
			hd_schedule_add_point(t->out->schedule, &point);
	}
}

/* ---- steps ---- */

static bool is_in_orders(const struct hd_report *r, uint64_t number)
{
	for (unsigned i = 0; i < r->norders; i++)
		if (r->orders[i].first == number || r->orders[i].second == number)
			return true;
	return false;
}

static void note_gone(struct hd_translated *out, const struct hd_schedule_op *op)
{
	const char *text = op->text ? op->text : "code without debug information";

	for (size_t i = 0; i < out->ngone; i++)
		if (!strcmp(out->gone[i], text))
			return;
	out->gone = hd_grow(out->gone, &out->gone_cap, out->ngone + 1, sizeof(*out->gone));
	out->gone[out->ngone++] = hd_strdup(text);
}

static void translate_step(struct translator *t, const struct hd_step *old, const uint32_t *op_now,
			   uint64_t number)
{
	struct hd_translated *out = t->out;
	struct hd_step step = *old;
	bool decisive, needed;

	if (step.kind == HD_VALUE) {
		hd_schedule_add_steps(out->schedule, &step, 1);
		return;
	}
	decisive = !(step.note & HD_NOTE_PENDING) && is_in_orders(t->report, number);
	needed = decisive || (!t->report->norders && t->old->ops[step.site].known);
	if (!op_now[step.site]) {
		if (needed)
			note_gone(out, &t->old->ops[step.site]);
		return;
	}
	out->decisive[out->schedule->nsteps] = decisive;
	out->needed[out->schedule->nsteps] = needed;
	step.site = op_now[step.site] - 1;
	hd_schedule_add_steps(out->schedule, &step, 1);
}

static void translate_steps(struct translator *t)
{
	uint32_t *op_now = translate_ops(t);
	uint64_t number = 0;

	t->out->decisive = hd_new(t->old->nsteps + 1, sizeof(bool));
	t->out->needed = hd_new(t->old->nsteps + 1, sizeof(bool));
	for (size_t i = 0; i < t->old->nsteps; i++) {
		translate_step(t, &t->old->steps[i], op_now, number);
		number += t->old->steps[i].kind != HD_VALUE;
	}
	free(op_now);
}

/* ---- the rest ---- */

static struct hd_schedule *new_schedule(const struct hd_schedule *old, const struct hd_target *target)
{
	struct hd_schedule *s = hd_schedule_new();

	s->program = hd_strdup(target->program);
	for (size_t i = 0; i < old->nargs; i++)
		hd_schedule_add_arg(s, old->args[i]);
	for (size_t i = 0; i < old->nvariables; i++)
		hd_schedule_add_variable(s, old->variables[i]);
	s->directory = hd_strdup(target->directory);
	s->build_id = target->elf.build_id;
	s->strategy = hd_strdup("retrace");
	s->plan = old->plan;
	s->expect_exit = old->expect_exit;
	s->pool = old->pool;
	s->controls_children = old->controls_children;
	s->reset = hd_strdup(old->reset);
	s->outcome = old->outcome;
	s->message = hd_strdup(old->message);
	return s;
}

void hd_translate(const struct hd_schedule *old, const struct hd_places *places,
		  const struct hd_report *report, const struct hd_target *target, struct hd_symbols *symbols,
		  struct hd_translated *out)
{
	struct translator t = {.old = old,
			       .places = places,
			       .report = report,
			       .symbols = symbols,
			       .sources = hd_sources_new(),
			       .functions = hd_new(places->n + 1, sizeof(*t.functions)),
			       .out = out};

	*out = (struct hd_translated){.schedule = new_schedule(old, target)};
	add_modules(&t, target);
	translate_steps(&t);
	translate_points(&t);
	for (size_t i = 0; i < places->n; i++)
		free(t.functions[i].lines);
	free(t.functions);
	free(t.same_module);
	hd_places_free(&t.now);
	hd_sources_free(t.sources);
}

void hd_translated_free(struct hd_translated *t)
{
	hd_schedule_free(t->schedule);
	free(t->decisive);
	free(t->needed);
	for (size_t i = 0; i < t->ngone; i++)
		free(t->gone[i]);
	free(t->gone);
	*t = (struct hd_translated){0};
}
