/* SPDX-License-Identifier: Apache-2.0
 *
 * From a recorded run to a schedule. */
#include "heddle/workers/schedule_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "strategy/strategy.h"
#include "symbol/symbol.h"
#include "wire/wire_check.h"

/* A schedule file holds what the wire holds. */
enum { WIRE_STEPS = HD_MAX_SCHEDULE, WIRE_MODULES = HD_MAX_MODULES, WIRE_ID = HD_BUILD_ID_MAX };
_Static_assert(HD_SCHEDULE_STEPS_MAX == WIRE_STEPS, "steps");
_Static_assert(HD_SCHEDULE_MODULES_MAX == WIRE_MODULES, "modules");
_Static_assert(HD_SCHEDULE_ID_MAX == WIRE_ID, "build-ids");

#define TEXT_MAX 20000 /* operations that get their source line in the file */

static const char *const reset_names[] = {
    [HD_RESET_AUTO] = "auto", [HD_RESET_PLACE] = "place", [HD_RESET_FORK] = "fork", [HD_RESET_EXEC] = "exec"};
#define RESETS (sizeof(reset_names) / sizeof(reset_names[0]))

const char *hd_reset_text(unsigned reset)
{
	return reset_names[reset < RESETS ? reset : HD_RESET_AUTO];
}

int hd_reset_named(const char *text)
{
	for (unsigned i = 0; i < RESETS; i++)
		if (!strcmp(text, reset_names[i]))
			return (int)i;
	return -1;
}

void hd_record_failure(const struct hd_wire *wire, unsigned worker, struct hd_wire_failure *out)
{
	hd_wire_take_failure(wire, worker, out);
	if (out->plan.strategy >= HD_STRATEGY_COUNT)
		out->plan.strategy = 0;
}

struct recorder {
	const struct hd_wire *wire;
	struct hd_symbols *symbols;
	struct hd_schedule *s;
	uint32_t *op_of;     /* by site * HD_EVENT_COUNT + kind: index into s->ops, plus one  */
	uint32_t *module_of; /* by index in the wire: index into s->modules, plus one         */
};

static uint32_t module_of(struct recorder *r, uint32_t index)
{
	const struct hd_wire_module *m = &r->wire->modules[index];
	struct hd_build_id id = {0};
	char path[HD_PATH_MAX];

	if (!r->module_of[index]) {
		id.len = m->build_id_len < HD_BUILD_ID_MAX ? m->build_id_len : HD_BUILD_ID_MAX;
		memcpy(id.bytes, m->build_id, id.len);
		memcpy(path, m->path, sizeof(path));
		path[sizeof(path) - 1] = '\0';
		hd_schedule_add_module(r->s, path, &id);
		r->module_of[index] = (uint32_t)r->s->nmodules;
	}
	return r->module_of[index] - 1;
}

/* "function file.c:12", to be freed; NULL: unknown. */
static char *source_line(struct recorder *r, uint32_t module, uint64_t offset)
{
	const struct hd_source_frame *frame;

	if (r->s->nops >= TEXT_MAX ||
	    !hd_symbols_call(r->symbols, r->s->modules[module].path, offset, &frame) || !frame->function)
		return NULL;
	if (!frame->file)
		return hd_strdup(frame->function);
	return hd_sprintf("%s %s:%d", frame->function, hd_base_name(frame->file), frame->line);
}

/* The module (as the schedule numbers it) and the offset of a site; false: they are not known. */
static bool find_place(struct recorder *r, uint32_t site, uint32_t *module, uint64_t *offset)
{
	if (!hd_wire_has_site(r->wire, site))
		return false;
	*module = module_of(r, r->wire->sites[site].module);
	*offset = r->wire->sites[site].offset;
	return true;
}

static void add_op(struct recorder *r, uint8_t kind, uint32_t site)
{
	struct hd_schedule_op op = {.kind = kind};

	op.known = find_place(r, site, &op.module, &op.offset);
	if (op.known)
		op.text = source_line(r, op.module, op.offset);
	hd_schedule_add_op(r->s, &op);
	free(op.text);
}

/* False when the step cannot have been recorded by the runtime. */
static bool add_step(struct recorder *r, struct hd_step step)
{
	if (step.tid >= HD_MAX_THREADS || step.kind >= HD_EVENT_COUNT || (step.note & ~HD_NOTES_ALL))
		return false;
	if (step.kind != HD_VALUE) {
		uint32_t *op;

		if (step.site >= hd_wire_sites(r->wire) && step.site != HD_NO_SITE)
			return false;
		op = &r->op_of[(size_t)step.site * HD_EVENT_COUNT + step.kind];
		if (!*op) {
			if (r->s->nops == HD_SCHEDULE_OPS_MAX)
				return false;
			add_op(r, step.kind, step.site);
			*op = (uint32_t)r->s->nops;
		}
		step.site = *op - 1;
	}
	hd_schedule_add_steps(r->s, &step, 1);
	return true;
}

/* Where the end of the steps did not fit, there is nothing to replay; but a run that goes on and on does so
 * just as well after fewer steps. */
static bool may_be_cut(const struct hd_wire_worker *slot)
{
	return !slot->schedule_lost || slot->failure.outcome == HD_OUT_HANG;
}

static bool add_all_steps(struct recorder *r, const struct hd_wire_worker *slot)
{
	uint64_t n = slot->nschedule;
	bool ok = n <= HD_MAX_SCHEDULE && may_be_cut(slot);

	for (uint64_t i = 0; ok && i < n; i++)
		ok = add_step(r, slot->schedule[i]);
	return ok;
}

static void add_point(struct recorder *r, uint32_t site)
{
	struct hd_schedule_point point = {0};

	if (!find_place(r, site, &point.module, &point.offset))
		return;
	point.text = source_line(r, point.module, point.offset);
	hd_schedule_add_point(r->s, &point);
	free(point.text);
}

/* The process was killed, so it could not record at which accesses its threads were stopped. A replay must
 * stop them there, too: every access that was a scheduling point is one again. Sites that were found to be
 * shared only while the run went on were none in it. */
static void add_points(struct recorder *r, const struct hd_wire_failure *f, uint32_t known_points)
{

	for (uint32_t site = 1; site < hd_wire_sites(r->wire) && r->s->npoints < HD_SCHEDULE_POINTS_MAX;
	     site++) {
		uint32_t learnt = r->wire->sites[site].learnt;

		if (f->plan.points == HD_POINTS_ALL ||
		    (f->plan.points == HD_POINTS_SHARED && learnt && learnt <= known_points))
			add_point(r, site);
	}
}

static void fill_head(struct hd_schedule *s, const struct hd_target *t, const struct hd_wire *wire,
		      unsigned worker, const struct hd_wire_failure *f)
{
	s->program = hd_strdup(t->program);
	for (unsigned i = 0; i < t->nargs; i++)
		hd_schedule_add_arg(s, t->argv[i + 1]);
	for (unsigned i = 0; i < t->nvariables; i++)
		hd_schedule_add_variable(s, t->variables[i]);
	s->directory = hd_strdup(t->directory);
	s->build_id = t->elf.build_id;
	s->plan = f->plan;
	s->strategy = hd_strdup(hd_strategies[f->plan.strategy]->name);
	s->expect_exit = wire->expect_exit;
	s->controls_children = wire->controls_children;
	s->reset = hd_strdup(hd_reset_text(wire->workers[worker].reset));
	s->pool = wire->workers[worker].pool < HD_MAX_THREADS ? wire->workers[worker].pool : HD_MAX_THREADS;
	s->outcome = f->outcome;
	s->message = hd_strdup(f->message);
	s->hash = wire->workers[worker].schedule_lost ? 0 : f->hash;
	s->run = f->run;
}

/* The process was killed before it could record how far each thread was. */
static bool was_killed(const struct hd_wire_failure *f)
{
	if (f->outcome == HD_OUT_CLIENT)
		return !f->hash;
	return f->outcome != HD_OUT_PASSED && !f->nthreads;
}

static struct hd_surroundings copy_surroundings(const struct hd_surroundings *from, unsigned worker)
{
	return (struct hd_surroundings){.setup = hd_strdup_or_null(from->setup),
					.ready = hd_strdup_or_null(from->ready),
					.client = hd_strdup_or_null(from->client),
					.teardown = hd_strdup_or_null(from->teardown),
					.alone = from->alone,
					.worker = hd_is_surrounded(from) ? from->worker + worker : 0};
}

static struct hd_schedule *record_run(const struct hd_target *t, const struct hd_wire *wire, unsigned worker,
				      const struct hd_wire_failure *failure, struct hd_symbols *symbols,
				      bool points)
{
	struct recorder r = {.wire = wire, .symbols = symbols, .s = hd_schedule_new()};
	bool ok;

	r.op_of = hd_new(((size_t)hd_wire_sites(wire) + 1) * HD_EVENT_COUNT, sizeof(*r.op_of));
	r.module_of = hd_new(HD_MAX_MODULES, sizeof(*r.module_of));
	fill_head(r.s, t, wire, worker, failure);
	r.s->around = copy_surroundings(&t->around, worker);
	ok = add_all_steps(&r, &wire->workers[worker]);
	if (ok && (points || was_killed(failure)))
		add_points(&r, failure, points ? UINT32_MAX : wire->workers[worker].points_known);
	if (!ok) {
		hd_schedule_free(r.s);
		r.s = NULL;
	}
	free(r.op_of);
	free(r.module_of);
	return r.s;
}

struct hd_schedule *hd_record_schedule(const struct hd_target *t, const struct hd_wire *wire, unsigned worker,
				       const struct hd_wire_failure *failure, struct hd_symbols *symbols)
{
	return record_run(t, wire, worker, failure, symbols, false);
}

struct hd_schedule *hd_record_with_points(const struct hd_target *t, const struct hd_wire *wire,
					  unsigned worker, const struct hd_wire_failure *failure,
					  struct hd_symbols *symbols)
{
	return record_run(t, wire, worker, failure, symbols, true);
}
