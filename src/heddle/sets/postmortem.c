/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/sets/postmortem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "analysis/sets/conflict.h"
#include "analysis/sets/violation.h"
#include "base/fail.h"
#include "model/check.h"
#include "model/sets/unitlog.h"

#define ARENA (1UL << 30) /* for one run; only what is used is ever there */

struct reader {
	struct hd_postmortem *p;
	struct hd_arena arena;
	struct hd_conflict *conflict;
	struct hd_unitlog_shape *shapes; /* of the run */
	size_t nshapes, cap;
	struct hd_unitlog_spot *spots;
	size_t nspots, spots_cap;
	uint64_t run;
	uint64_t unit;			/* of the last access */
	uint64_t told[HD_MAX_FINDINGS]; /* for each finding, the run that showed it last, plus 1 */
	bool has_tables;
};

/* ---- findings, as the runtime makes them ---- */

static struct hd_wire_place wire_place_of(const struct hd_unitlog_place *p)
{
	return (struct hd_wire_place){.kind = (uint8_t)p->at[0],
				      .freed = (uint8_t)p->at[1],
				      .tid = (uint16_t)p->at[2],
				      .free_tid = (uint16_t)p->at[3],
				      .module = (uint32_t)p->at[4],
				      .alloc_site = (uint32_t)p->at[5],
				      .free_site = (uint32_t)p->at[6],
				      .offset = p->at[7],
				      .size = p->at[8],
				      .block = p->at[9]};
}

static void fill(const struct reader *r, struct hd_wire_part *p, const struct hd_violation_part *from)
{
	const struct hd_unitlog_shape *s = &r->shapes[from->touch->context];
	const struct hd_unitlog_spot *where = &r->spots[from->touch->locks]; /* see take_access() */
	unsigned frame = s->frames > s->depth + 1 ? s->frames - s->depth - 1 : 0;

	p->tid = (uint16_t)s->tid;
	p->write = (uint8_t)s->write;
	p->start_site = s->start_site;
	memcpy(p->name, s->name, sizeof(p->name));
	p->place = wire_place_of(&where->place);
	p->nstack = (uint8_t)s->nstack;
	memcpy(p->stack, s->stack, sizeof(p->stack));
	p->nheld = (uint8_t)s->nheld;
	for (unsigned i = 0; i < s->nheld; i++) {
		p->held[i].place = wire_place_of(&s->held[i].place);
		p->held[i].site = s->held[i].site;
		p->held[i].kind = s->held[i].kind;
	}
	p->unit = (uint8_t)(from->unit < UINT8_MAX ? from->unit : UINT8_MAX);
	p->unit_frame = (uint8_t)(frame < s->nstack ? frame : s->nstack ? s->nstack - 1 : 0);
}

_Static_assert(HD_UNITLOG_STACK == HD_STACK_MAX && HD_UNITLOG_HELD == HD_HELD_MAX, "a shape is a part");

static void tell_violation(struct reader *r, const struct hd_violation *v)
{
	struct hd_wire *wire = r->p->wire;
	struct hd_wire_finding *f;
	uint32_t i = 0;

	while (i < wire->nfindings && wire->findings[i].key != v->key)
		i++;
	if (i == HD_MAX_FINDINGS) {
		wire->full |= HD_FULL_BIT(HD_FULL_FINDINGS);
		return;
	}
	f = &wire->findings[i];
	if (r->told[i] != r->run + 1)
		f->runs++;
	r->told[i] = r->run + 1;
	if (i < wire->nfindings)
		return;
	f->kind = HD_ANALYSIS_atomic_set;
	f->key = v->key;
	f->run = r->run;
	f->pattern = v->pattern;
	f->nunits = v->nunits;
	f->set_kind = v->kind;
	f->nparts = v->nparts;
	for (unsigned k = 0; k < v->nparts; k++)
		fill(r, &f->parts[k], &v->parts[k]);
	wire->nfindings++;
}

static void found_match(void *to, const struct hd_conflict_match *m)
{
	struct hd_violation v = hd_violation_of_match(m);

	tell_violation(to, &v);
}

static void found_cycle(void *to, const struct hd_conflict_cycle *c)
{
	struct hd_violation v;

	if (hd_violation_of_cycle(c, &v))
		tell_violation(to, &v);
}

/* ---- records ---- */

static void take_shape(struct reader *r, struct hd_unitlog_in *in)
{
	r->shapes = hd_grow(r->shapes, &r->cap, r->nshapes + 1, sizeof(*r->shapes));
	hd_unitlog_get_shape(in, &r->shapes[r->nshapes]);
	if (r->shapes[r->nshapes].tid >= HD_MAX_THREADS || !r->shapes[r->nshapes].nstack)
		in->bad = true;
	r->nshapes++;
}

static void take_spot(struct reader *r, struct hd_unitlog_in *in)
{
	r->spots = hd_grow(r->spots, &r->spots_cap, r->nspots + 1, sizeof(*r->spots));
	hd_unitlog_get_spot(in, &r->spots[r->nspots++]);
}

/* What the graph keeps of an access, context and locks, says here what it was. */
static void take_access(struct reader *r, struct hd_unitlog_in *in, uint64_t shape, uint64_t spot)
{
	const struct hd_unitlog_shape *s;
	const struct hd_unitlog_spot *where;
	struct hd_unit_access a;

	if (shape >= r->nshapes || spot >= r->nspots || !r->unit)
		in->bad = true;
	if (in->bad)
		return;
	s = &r->shapes[shape];
	where = &r->spots[spot];
	a = (struct hd_unit_access){.set = where->set,
				    .part = where->part,
				    .kind = where->kind,
				    .unit = r->unit,
				    .addr = where->addr,
				    .member = where->member,
				    .function = s->function,
				    .depth = s->depth,
				    .site = s->site,
				    .context = (uint32_t)shape,
				    .locks = (uint32_t)spot,
				    .tid = (hd_tid)s->tid,
				    .write = s->write};
	r->p->accesses++;
	hd_conflict_see(r->conflict, &a);
}

static void take_more(struct reader *r, struct hd_unitlog_in *in, uint64_t what)
{
	if (what == 0)
		take_shape(r, in);
	else if (what == 1)
		take_spot(r, in);
	else
		hd_conflict_set_gone(r->conflict, what - 1);
}

static void take_record(struct reader *r, struct hd_unitlog_in *in)
{
	uint64_t x = hd_unitlog_get(in), what = x >> 2, spot;
	hd_tid t;

	switch (x & 3) {
	case HD_UNITLOG_OTHER:
		spot = hd_unitlog_get(in);
		r->unit = hd_unitlog_get(in);
		take_access(r, in, what, spot);
		break;
	case HD_UNITLOG_SAME:
		take_access(r, in, what, hd_unitlog_get(in));
		break;
	case HD_UNITLOG_END:
		t = (hd_tid)hd_unitlog_get_below(in, HD_MAX_THREADS);
		hd_conflict_unit_end(r->conflict, t, what);
		break;
	default:
		take_more(r, in, what);
	}
}

static void take_run(struct reader *r, struct hd_unitlog_in *in)
{
	r->run = hd_unitlog_get(in);
	r->p->wire->options.seed = hd_unitlog_get(in);
	r->nshapes = r->nspots = 0;
	r->unit = 0;
	r->p->runs++;
	hd_arena_begin(&r->arena);
	hd_conflict_begin(r->conflict);
	while (!in->bad && in->at < in->end)
		take_record(r, in);
}

static void take_kinds(struct hd_wire *wire, struct hd_unitlog_in *in)
{
	uint32_t i;

	while ((i = hd_unitlog_get_below(in, HD_KINDS + 1)) < HD_KINDS && !in->bad)
		hd_unitlog_get_bytes(in, &wire->inferred.kinds[i], sizeof(struct hd_kind));
}

static void take_tables(struct reader *r, struct hd_unitlog_in *in)
{
	struct hd_wire *wire = r->p->wire;
	uint32_t nmodules = hd_unitlog_get_below(in, HD_MAX_MODULES + 1), nsites;

	for (uint32_t i = 0; i < nmodules && !in->bad; i++)
		hd_unitlog_get_bytes(in, wire->modules[i].path, hd_unitlog_get_below(in, HD_PATH_MAX));
	nsites = hd_unitlog_get_below(in, HD_MAX_SITES + 1);
	for (uint32_t i = 0; i < nsites && !in->bad; i++) {
		wire->sites[i].module = hd_unitlog_get_below(in, HD_MAX_MODULES + 1);
		wire->sites[i].offset = hd_unitlog_get(in);
	}
	take_kinds(wire, in);
	wire->nmodules = nmodules;
	wire->nsites = nsites;
	r->has_tables = true;
}

/* ---- a file ---- */

static const char *take_all(struct reader *r, const uint8_t *log, size_t size)
{
	struct hd_unitlog_in in = {.at = log, .end = log + size}, block;
	int tag;

	if (size < strlen(HD_UNITLOG_MAGIC) || memcmp(log, HD_UNITLOG_MAGIC, strlen(HD_UNITLOG_MAGIC)) != 0)
		return "it was not written by heddle test --record";
	in.at += strlen(HD_UNITLOG_MAGIC);
	while ((tag = hd_unitlog_block(&in, &block))) {
		if (tag == HD_UNITLOG_RUN)
			take_run(r, &block);
		else if (tag == HD_UNITLOG_SITES && !r->has_tables)
			take_tables(r, &block);
		else
			block.bad = true;
		if (block.bad)
			return "it is damaged";
	}
	if (in.bad)
		return "it is damaged, or the search that wrote it was killed";
	return r->has_tables ? NULL : "it is not complete: the search that wrote it was killed";
}

static void *reserve(size_t size)
{
	void *p =
	    mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	return p;
}

struct hd_postmortem hd_postmortem(const uint8_t *log, size_t size)
{
	struct hd_postmortem p = {.wire = reserve(hd_wire_size(1))};
	struct reader *r = hd_new(1, sizeof(*r));

	r->p = &p;
	r->arena = (struct hd_arena){.base = reserve(ARENA), .size = ARENA};
	r->conflict = hd_new(1, sizeof(*r->conflict));
	r->conflict->arena = &r->arena;
	r->conflict->threads = hd_new(HD_MAX_THREADS, sizeof(struct hd_conflict_open *));
	r->conflict->thread_run = hd_new(HD_MAX_THREADS, sizeof(*r->conflict->thread_run));
	r->conflict->cycle = found_cycle;
	r->conflict->match = found_match;
	r->conflict->to = r;
	p.error = p.wire && r->arena.base ? take_all(r, log, size) : "there is no memory for it";
	if (r->arena.base)
		munmap(r->arena.base, ARENA);
	free(r->conflict->threads);
	free(r->conflict->thread_run);
	free(r->conflict);
	free(r->shapes);
	free(r->spots);
	free(r);
	return p;
}

void hd_postmortem_term(struct hd_postmortem *p)
{
	if (p->wire)
		munmap(p->wire, hd_wire_size(1));
}
