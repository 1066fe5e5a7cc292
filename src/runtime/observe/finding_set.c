/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/finding_set.h"

#include "analysis/sets/violation.h"
#include "runtime/common/rt.h"
#include "runtime/observe/finding.h"
#include "runtime/common/stack_ids.h"

_Static_assert(HD_VIOLATION_PARTS <= HD_FINDING_PARTS, "all parts of a violation are told");

/* The frame of the unit's function, counted from the innermost one, which made the access. */
static uint8_t frame_of(const struct hd_wire_part *p, const struct hd_violation_part *from)
{
	unsigned depth = 0, frame;

	for (const struct hd_stack_id *c = hd_stack_id_at(from->touch->context); c;
	     c = hd_stack_id_at(c->rest))
		depth++;
	frame = depth > from->by->depth + 1 ? depth - from->by->depth - 1 : 0;
	return (uint8_t)(frame < p->nstack ? frame : p->nstack - 1u);
}

static void fill(struct hd_wire_part *p, const struct hd_violation_part *from)
{
	const struct hd_touch *t = from->touch;
	struct hd_race_access a = {.site = t->site,
				   .context = t->context,
				   .locks = t->locks,
				   .tid = from->by->tid,
				   .write = t->write};

	hd_finding_access(p, &a, t->addr);
	p->unit = (uint8_t)(from->unit < UINT8_MAX ? from->unit : UINT8_MAX);
	p->unit_frame = frame_of(p, from);
}

static void tell(const struct hd_violation *v)
{
	struct hd_wire_finding *f = hd_finding_begin(v->key, HD_ANALYSIS_atomic_set);

	if (!f)
		return;
	f->pattern = v->pattern;
	f->nunits = v->nunits;
	f->set_kind = v->kind;
	f->nparts = v->nparts;
	for (unsigned i = 0; i < v->nparts; i++)
		fill(&f->parts[i], &v->parts[i]);
	hd_finding_publish(NULL);
}

void hd_finding_pattern(void *to, const struct hd_conflict_match *m)
{
	struct hd_violation v = hd_violation_of_match(m);

	(void)to;
	tell(&v);
}

void hd_finding_conflict(void *to, const struct hd_conflict_cycle *c)
{
	struct hd_violation v;

	(void)to;
	if (hd_violation_of_cycle(c, &v))
		tell(&v);
}
