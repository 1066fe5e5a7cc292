/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/finding_set.h"

#include "analysis/conflict_cycle.h"
#include "runtime/chain.h"
#include "runtime/finding.h"
#include "runtime/rt.h"

struct told { /* an access of the finding */
	const struct hd_work *by;
	const struct hd_touch *touch;
};

/* The frame of the unit's function, counted from the innermost one, which made the access. */
static uint8_t frame_of(const struct hd_wire_part *p, const struct told *t)
{
	unsigned depth = 0, frame;

	for (const struct hd_chain *c = hd_chain_at(t->touch->context); c; c = hd_chain_at(c->rest))
		depth++;
	frame = depth > t->by->depth + 1 ? depth - t->by->depth - 1 : 0;
	return (uint8_t)(frame < p->nstack ? frame : p->nstack - 1u);
}

static void add(struct hd_wire_finding *f, const struct told *t, unsigned unit)
{
	struct hd_wire_part *p = &f->parts[f->nparts];
	struct hd_race_access a = {.site = t->touch->site,
				   .context = t->touch->context,
				   .locks = t->touch->locks,
				   .tid = t->by->tid,
				   .write = t->touch->write};

	if (f->nparts == HD_FINDING_PARTS)
		return;
	hd_finding_access(p, &a, t->touch->addr);
	p->unit = (uint8_t)(unit < UINT8_MAX ? unit : UINT8_MAX);
	p->unit_frame = frame_of(p, t);
	f->nparts++;
}

static struct hd_wire_finding *begin(uint64_t key, uint64_t kind, unsigned pattern, unsigned nunits)
{
	struct hd_wire_finding *f = hd_finding_begin(key, HD_FINDING_ATOMIC_SET);

	if (f) {
		f->pattern = pattern;
		f->nunits = nunits;
		f->set_kind = kind;
	}
	return f;
}

void hd_finding_pattern(void *to, const struct hd_conflict_match *m)
{
	uint64_t key = hd_conflict_mix(hd_conflict_mix(m->pattern, m->kind), HD_FINDING_ATOMIC_SET);
	struct hd_wire_finding *f;

	(void)to;
	key = hd_conflict_mix(hd_conflict_mix(key, m->u->function), m->v->function);
	f = begin(key, m->kind, m->pattern, 2);
	if (!f)
		return;
	for (unsigned i = 0; i < m->n; i++) {
		struct told t = {m->of_v[i] ? m->v : m->u, m->touches[i]};

		add(f, &t, m->of_v[i]);
	}
	hd_finding_publish(NULL);
}

/* ---- cycles ---- */

static bool later(const struct told *a, const struct told *b)
{
	return a->touch->turn > b->touch->turn;
}

static unsigned put(struct told *list, unsigned n, const struct hd_work *by, const struct hd_touch *touch)
{
	unsigned at = n;

	for (unsigned i = 0; i < n; i++)
		if (list[i].by == by && list[i].touch->turn == touch->turn &&
		    list[i].touch->site == touch->site)
			return n;
	for (; at && later(&list[at - 1], &(struct told){by, touch}); at--)
		list[at] = list[at - 1];
	list[at] = (struct told){by, touch};
	return n + 1;
}

static unsigned index_of(const struct hd_conflict_cycle *c, const struct hd_work *w)
{
	unsigned i = 0;

	while (i < c->n && c->edges[i]->from != w)
		i++;
	return i;
}

/* What two units do to each other is told as a pattern, if it is one; of a longer cycle only one that is not
 * made of shorter ones. */
void hd_finding_conflict(void *to, const struct hd_conflict_cycle *c)
{
	struct told list[HD_FINDING_PARTS];
	struct hd_wire_finding *f;
	unsigned n = 0;

	(void)to;
	if (!c->minimal)
		return;
	f = begin(hd_conflict_mix(c->key, HD_FINDING_ATOMIC_SET), c->kind, 0, c->n);
	if (!f)
		return;
	for (unsigned i = 0; i < c->n && n + 2 <= HD_FINDING_PARTS; i++) {
		n = put(list, n, c->edges[i]->from, &c->edges[i]->before);
		n = put(list, n, c->edges[i]->to, &c->edges[i]->after);
	}
	for (unsigned i = 0; i < n; i++)
		add(f, &list[i], index_of(c, list[i].by));
	hd_finding_publish(NULL);
}
