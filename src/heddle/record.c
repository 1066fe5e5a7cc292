/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "strategy/strategy.h"
#include "symbol/symbol.h"

_Static_assert(HD_SCHEDULE_STEPS_MAX == HD_MAX_SCHEDULE, "a schedule file holds what the wire holds");
_Static_assert(HD_SCHEDULE_MODULES_MAX == HD_MAX_MODULES, "the same for modules");
_Static_assert(HD_SCHEDULE_ID_MAX == HD_BUILD_ID_MAX, "the same for build-ids");

#define NOTES	 (HD_NOTE_TIMEOUT | HD_NOTE_SPURIOUS | HD_NOTE_CANCEL)
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

static uint32_t known_sites(const struct hd_wire *wire)
{
	uint32_t n = wire->nsites;

	return n < HD_MAX_SITES ? n : HD_MAX_SITES;
}

static uint32_t known_modules(const struct hd_wire *wire)
{
	uint32_t n = wire->nmodules;

	return n < HD_MAX_MODULES ? n : HD_MAX_MODULES;
}

void hd_record_failure(const struct hd_wire *wire, unsigned worker, struct hd_wire_failure *out)
{
	*out = wire->workers[worker].failure;
	if (out->outcome >= HD_OUTCOME_COUNT)
		out->outcome = HD_OUT_NONE;
	if (out->nthreads > HD_FAILURE_THREADS)
		out->nthreads = HD_FAILURE_THREADS;
	if (out->site >= known_sites(wire))
		out->site = HD_NO_SITE;
	if (out->plan.strategy >= HD_STRATEGY_COUNT)
		out->plan.strategy = 0;
	out->message[sizeof(out->message) - 1] = '\0';
	for (unsigned i = 0; i < out->nthreads; i++)
		out->threads[i].name[sizeof(out->threads[i].name) - 1] = '\0';
}

/* From a recorded run to a schedule */

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

static char *source_line(struct recorder *r, const struct hd_schedule_op *op)
{
	const struct hd_frame *frame;
	const char *slash;

	if (r->s->nops >= TEXT_MAX ||
	    !hd_symbols_call(r->symbols, r->s->modules[op->module].path, op->offset, &frame) ||
	    !frame->function)
		return NULL;
	if (!frame->file)
		return hd_strdup(frame->function);
	slash = strrchr(frame->file, '/');
	return hd_sprintf("%s %s:%d", frame->function, slash ? slash + 1 : frame->file, frame->line);
}

static void add_op(struct recorder *r, uint8_t kind, uint32_t site)
{
	struct hd_schedule_op op = {.kind = kind};

	if (site != HD_NO_SITE && r->wire->sites[site].module < known_modules(r->wire)) {
		op.known = true;
		op.module = module_of(r, r->wire->sites[site].module);
		op.offset = r->wire->sites[site].offset;
		op.text = source_line(r, &op);
	}
	hd_schedule_add_op(r->s, &op);
	free(op.text);
}

/* False when the step cannot have been recorded by the runtime. */
static bool add_step(struct recorder *r, struct hd_step step)
{
	if (step.tid >= HD_MAX_THREADS || step.kind >= HD_EVENT_COUNT || (step.note & ~NOTES))
		return false;
	if (step.kind != HD_VALUE) {
		uint32_t *op;

		if (step.site >= known_sites(r->wire) && step.site != HD_NO_SITE)
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

static bool add_all_steps(struct recorder *r, const struct hd_wire_worker *slot)
{
	uint64_t n = slot->nschedule;
	bool ok = n <= HD_MAX_SCHEDULE;

	r->op_of = hd_new((size_t)known_sites(r->wire) * HD_EVENT_COUNT + HD_EVENT_COUNT, sizeof(*r->op_of));
	r->module_of = hd_new(HD_MAX_MODULES, sizeof(*r->module_of));
	for (uint64_t i = 0; ok && i < n; i++)
		ok = add_step(r, slot->schedule[i]);
	free(r->op_of);
	free(r->module_of);
	return ok;
}

static void fill_head(struct hd_schedule *s, const struct hd_target *t, const struct hd_wire *wire,
		      unsigned worker, const struct hd_wire_failure *f)
{
	s->program = hd_strdup(t->program);
	for (unsigned i = 0; i < t->nargs; i++)
		hd_schedule_add_arg(s, t->argv[i + 1]);
	s->directory = hd_strdup(t->directory);
	s->build_id = t->elf.build_id;
	s->plan = f->plan;
	s->strategy = hd_strdup(hd_strategies[f->plan.strategy]->name);
	s->expect_exit = wire->expect_exit;
	s->reset = hd_strdup(hd_reset_text(wire->workers[worker].reset));
	s->outcome = f->outcome;
	s->message = hd_strdup(f->message);
	s->hash = f->hash;
	s->run = f->run;
}

struct hd_schedule *hd_record_schedule(const struct hd_target *t, const struct hd_wire *wire, unsigned worker,
				       const struct hd_wire_failure *failure, struct hd_symbols *symbols)
{
	struct recorder r = {.wire = wire, .symbols = symbols, .s = hd_schedule_new()};

	fill_head(r.s, t, wire, worker, failure);
	if (add_all_steps(&r, &wire->workers[worker]))
		return r.s;
	hd_schedule_free(r.s);
	return NULL;
}

/* From a schedule to what a worker follows */

static int by_place(const void *a, const void *b, void *context)
{
	const struct hd_schedule_op *ops = context;
	const struct hd_schedule_op *x = &ops[*(const uint32_t *)a], *y = &ops[*(const uint32_t *)b];

	if (x->module != y->module)
		return x->module < y->module ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool same_place(const struct hd_schedule_op *a, const struct hd_schedule_op *b)
{
	return a->module == b->module && a->offset == b->offset;
}

static void mark_shared(struct hd_wire *wire, uint32_t site)
{
	if (wire->sites[site].flags & HD_SITE_SHARED)
		return;
	wire->sites[site].flags |= HD_SITE_SHARED;
	wire->shared_sites++;
}

/* Number the places of the operations as sites of the wire; site_of, by op, tells which. Exactly the accesses
 * that the schedule has as steps become scheduling points. */
static void load_sites(const struct hd_schedule *s, struct hd_wire *wire, uint32_t *site_of)
{
	uint32_t *order = hd_new(s->nops, sizeof(*order));
	size_t n = 0;

	for (uint32_t i = 0; i < s->nops; i++)
		if (s->ops[i].known)
			order[n++] = i;
	qsort_r(order, n, sizeof(*order), by_place, s->ops);
	wire->nsites = 1; /* site 0 is "unknown" */
	for (size_t i = 0; i < n; i++) {
		const struct hd_schedule_op *op = &s->ops[order[i]];

		if ((!i || !same_place(op, &s->ops[order[i - 1]])) && wire->nsites < HD_MAX_SITES) {
			struct hd_wire_site *site = &wire->sites[wire->nsites++];

			site->module = op->module;
			site->offset = op->offset;
		}
		site_of[order[i]] = wire->nsites - 1;
		if (hd_event_flags[op->kind] & HD_F_ACCESS)
			mark_shared(wire, wire->nsites - 1);
	}
	free(order);
}

static void load_modules(const struct hd_schedule *s, struct hd_wire *wire)
{
	for (size_t i = 0; i < s->nmodules; i++) {
		struct hd_wire_module *m = &wire->modules[i];

		strncpy(m->path, s->modules[i].path, sizeof(m->path) - 1);
		m->build_id_len = s->modules[i].build_id.len;
		memcpy(m->build_id, s->modules[i].build_id.bytes, m->build_id_len);
	}
	wire->nmodules = (uint32_t)s->nmodules;
}

static int load_plan(const struct hd_schedule *s, struct hd_wire *wire)
{
	struct hd_wire_worker *slot = &wire->workers[0];
	int strategy = hd_strategy_named(s->strategy);

	if (strategy < 0)
		return hd_complain("the schedule names a strategy `%s` that this heddle does not have",
				   s->strategy);
	slot->plan = s->plan;
	slot->plan.strategy = (uint32_t)strategy;
	slot->plan.points = HD_POINTS_SHARED;
	wire->options = (struct hd_campaign_options){.seed = s->plan.seed,
						     .strategy = strategy,
						     .depth = s->plan.depth,
						     .points = HD_POINTS_SHARED,
						     .heap = (int32_t)s->plan.heap,
						     .timeouts = (int32_t)s->plan.timeouts,
						     .spurious = (int32_t)s->plan.spurious};
	return 0;
}

int hd_record_load(const struct hd_schedule *s, struct hd_wire *wire)
{
	struct hd_wire_worker *slot = &wire->workers[0];
	uint32_t *site_of;

	if (load_plan(s, wire))
		return HD_EXIT_TROUBLE;
	load_modules(s, wire);
	site_of = hd_new(s->nops, sizeof(*site_of));
	load_sites(s, wire, site_of);
	for (size_t i = 0; i < s->nsteps; i++) {
		slot->replay[i] = s->steps[i];
		if (s->steps[i].kind != HD_VALUE)
			slot->replay[i].site = site_of[s->steps[i].site];
	}
	slot->nreplay = s->nsteps;
	free(site_of);
	wire->expect_exit = s->expect_exit;
	wire->replaying = 1;
	wire->max_steps = 0;
	return 0;
}
