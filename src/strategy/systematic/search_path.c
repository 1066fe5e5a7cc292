/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/search_path.h"

#include "model/gap.h"

void hd_path_clear(struct hd_path *p)
{
	p->n = p->nvalues = p->fixed = p->nfixed = p->compared = p->kept = 0;
}

/* The program under test may write anywhere: what is read back is checked before it is used. */
static void check_path(struct hd_path *p)
{
	if (p->n <= HD_PATH_STEPS && p->nvalues <= HD_PATH_VALUES && p->fixed <= HD_PATH_STEPS &&
	    p->nfixed <= HD_PATH_VALUES)
		return;
	p->gaps |= HD_GAP_BIT(DIFFERENT);
	hd_path_clear(p);
}

void hd_path_run_begin(struct hd_path *p)
{
	check_path(p);
	p->n = p->nvalues = 0;
}

static uint64_t left_to_try(const struct hd_path_step *s)
{
	return s->wanted & ~s->tried & ~s->sleep;
}

static void try_thread(struct hd_path *p, uint32_t at)
{
	struct hd_path_step *s = &p->steps[at];

	s->tid = (uint16_t)__builtin_ctzll(left_to_try(s));
	s->tried |= hd_thread_bit(s->tid);
	p->fixed = at + 1;
	p->compared = at;
	p->kept = at + p->nvalues;
}

static void try_value(struct hd_path *p)
{
	struct hd_path_value *v = &p->values[p->nvalues - 1];

	v->chosen++;
	p->fixed = p->compared = v->after;
	p->kept = v->after + p->nvalues - 1;
}

/* The deepest comes first; a data choice comes after the decision for the thread that draws it. */
bool hd_path_next(struct hd_path *p)
{
	uint32_t at = p->n;

	check_path(p);
	if (p->n < p->fixed || p->nvalues < p->nfixed)
		p->gaps |= HD_GAP_BIT(DIFFERENT); /* the run ended earlier than the one before */
	while (at && !left_to_try(&p->steps[at - 1]))
		at--;
	while (p->nvalues && p->values[p->nvalues - 1].after >= at) {
		struct hd_path_value *v = &p->values[p->nvalues - 1];

		if (v->chosen + 1 < v->options) {
			try_value(p);
			p->nfixed = p->nvalues;
			return true;
		}
		p->nvalues--;
	}
	if (at)
		try_thread(p, at - 1);
	p->nfixed = p->nvalues;
	return at;
}

unsigned hd_path_choose(struct hd_path *p, unsigned options)
{
	struct hd_path_value *v = &p->values[p->nvalues];

	if (options > UINT16_MAX || p->nvalues == HD_PATH_VALUES) {
		p->gaps |= options > UINT16_MAX ? HD_GAP_BIT(VALUES) : HD_GAP_BIT(DEEP);
		return 0;
	}
	if (p->nvalues < p->nfixed && (v->options != options || v->after != p->n)) {
		p->gaps |= HD_GAP_BIT(DIFFERENT);
		p->nfixed = p->nvalues;
	}
	if (p->nvalues >= p->nfixed)
		*v = (struct hd_path_value){.after = p->n, .options = (uint16_t)options};
	p->nvalues++;
	return v->chosen;
}
