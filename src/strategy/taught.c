/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/taught.h"

void hd_taught_begin(struct hd_taught *t, uint64_t points)
{
	t->complete = 0;
	t->threads = 0;
	t->decisions = 0;
	t->points = points;
	hd_access_counts_begin(&t->counts);
}

void hd_taught_born(struct hd_taught *t, hd_tid child, hd_tid parent)
{
	t->parent[child & (HD_MAX_THREADS - 1)] = parent;
	t->threads = child + 1u;
}

void hd_taught_saw(struct hd_taught *t, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	t->decisions += c->nready > 1;
	if (hd_access_counts_matters(op))
		hd_access_counts_note(&t->counts, tid, op);
}

void hd_taught_end(struct hd_taught *t, enum hd_outcome outcome)
{
	t->complete = hd_run_is_typical(outcome);
}
