/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/violation.h"

#include "analysis/sets/conflict_cycle.h"

struct hd_violation hd_violation_of_match(const struct hd_conflict_match *m)
{
	struct hd_violation v = {.kind = m->kind, .pattern = m->pattern, .nunits = 2, .nparts = m->n};

	v.key = hd_conflict_mix(hd_conflict_mix(m->pattern, m->kind), m->u->function);
	v.key = hd_conflict_mix(v.key, m->v->function);
	for (unsigned i = 0; i < m->n; i++)
		v.parts[i] = (struct hd_violation_part){m->of_v[i] ? m->v : m->u, m->touches[i], m->of_v[i]};
	return v;
}

static unsigned violation_index_of(const struct hd_conflict_cycle *c, const struct hd_work *w)
{
	unsigned i = 0;

	while (i < c->n && c->edges[i]->from != w)
		i++;
	return i;
}

static bool violation_is_there(const struct hd_violation *v, const struct hd_work *by,
			       const struct hd_touch *touch)
{
	for (unsigned i = 0; i < v->nparts; i++)
		if (v->parts[i].by == by && v->parts[i].touch->turn == touch->turn &&
		    v->parts[i].touch->site == touch->site)
			return true;
	return false;
}

/* In the order in which they happened. */
static void violation_put(const struct hd_conflict_cycle *c, struct hd_violation *v, const struct hd_work *by,
			  const struct hd_touch *touch)
{
	unsigned at = v->nparts;

	if (at == HD_VIOLATION_PARTS || violation_is_there(v, by, touch))
		return;
	for (; at && v->parts[at - 1].touch->turn > touch->turn; at--)
		v->parts[at] = v->parts[at - 1];
	v->parts[at] = (struct hd_violation_part){by, touch, violation_index_of(c, by)};
	v->nparts++;
}

/* What two units do to each other is told as a pattern, if it is one; of a longer cycle only one that is not
 * made of shorter ones. */
bool hd_violation_of_cycle(const struct hd_conflict_cycle *c, struct hd_violation *v)
{
	*v = (struct hd_violation){.key = c->key, .kind = c->kind, .nunits = c->n};
	for (unsigned i = 0; i < c->n; i++) {
		violation_put(c, v, c->edges[i]->from, &c->edges[i]->before);
		violation_put(c, v, c->edges[i]->to, &c->edges[i]->after);
	}
	return c->minimal && v->nparts >= 2;
}
