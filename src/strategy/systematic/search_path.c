/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/search_path.h"

#include "model/gap.h"

void hd_path_clear(struct hd_path *p)
{
	p->n = p->nvalues = p->fixed = p->nfixed = p->compared = p->kept = p->base = p->nbase = 0;
}

/* The program under test may write anywhere: what is read back is checked before it is used. */
static void check_path(struct hd_path *p)
{
	if (p->n <= HD_PATH_STEPS && p->nvalues <= HD_PATH_VALUES && p->fixed <= HD_PATH_STEPS &&
	    p->nfixed <= HD_PATH_VALUES && p->base <= HD_PATH_STEPS && p->nbase <= HD_PATH_VALUES)
		return;
	p->gaps |= HD_GAP_BIT(DIFFERENT);
	hd_path_clear(p);
}

void hd_path_run_begin(struct hd_path *p)
{
	check_path(p);
	p->n = p->nvalues = 0;
}

uint64_t hd_path_left(const struct hd_path_step *s)
{
	return s->wanted & ~s->tried & ~s->sleep;
}

static void try_thread(struct hd_path *p, uint32_t at)
{
	struct hd_path_step *s = &p->steps[at];

	s->tid = (uint16_t)__builtin_ctzll(hd_path_left(s));
	s->tried |= hd_thread_bit(s->tid);
	s->look = 0;
	p->fixed = at + 1;
	p->compared = at;
	p->kept = 1 + at + p->nvalues;
}

static void try_value(struct hd_path *p)
{
	struct hd_path_value *v = &p->values[p->nvalues - 1];

	v->chosen++;
	p->fixed = p->compared = v->after;
	p->kept = v->after + p->nvalues;
}

/* The deepest comes first; a data choice comes after the decision for the thread that draws it. */
bool hd_path_next(struct hd_path *p)
{
	uint32_t at = p->n;

	check_path(p);
	if (p->n < p->fixed || p->nvalues < p->nfixed)
		p->gaps |= HD_GAP_BIT(DIFFERENT); /* the run ended earlier than the one before */
	while (at > p->base && !hd_path_left(&p->steps[at - 1]))
		at--;
	while (p->nvalues > p->nbase && p->values[p->nvalues - 1].after >= at) {
		struct hd_path_value *v = &p->values[p->nvalues - 1];

		if (v->chosen + 1 < v->options) {
			try_value(p);
			p->nfixed = p->nvalues;
			return true;
		}
		p->nvalues--;
	}
	if (at > p->base)
		try_thread(p, at - 1);
	p->nfixed = p->nvalues;
	return at > p->base;
}

static void want_threads(struct hd_path *p, uint32_t at, uint64_t initials, uint64_t threads)
{
	struct hd_path_step *s = &p->steps[at];

	if (at < p->base && p->frontier)
		s->wanted |= hd_frontier_want(p->frontier, s->node, initials, threads);
	else
		s->wanted |= threads;
}

void hd_path_want_one(struct hd_path *p, uint32_t at, uint64_t initials, unsigned first)
{
	const struct hd_path_step *s = &p->steps[at];
	uint64_t can = initials & s->ready;

	if (initials & (s->wanted | s->sleep))
		return;
	if (can & hd_thread_bit(first))
		want_threads(p, at, initials, hd_thread_bit(first));
	else
		want_threads(p, at, initials, can ? can & -can : s->ready);
}

void hd_path_want_all(struct hd_path *p, uint32_t at, uint64_t threads)
{
	want_threads(p, at, 0, threads);
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

/* Of a part of the tree with this share, so many of so many ways are done; the present one is the next part.
 */
static double part_done(double *share, unsigned done, unsigned ways)
{
	double each = *share / (ways ? ways : 1);

	*share = each;
	return each * done;
}

double hd_path_explored(const struct hd_path *p)
{
	uint32_t fixed = p->fixed < HD_PATH_STEPS ? p->fixed : HD_PATH_STEPS, k;
	uint32_t nfixed = p->nfixed < HD_PATH_VALUES ? p->nfixed : HD_PATH_VALUES;
	double share = 1, done = 0;

	k = p->nbase;
	for (uint32_t i = p->base; i <= fixed; i++) {
		const struct hd_path_step *s = &p->steps[i];

		for (; k < nfixed && p->values[k].after <= i; k++)
			done += part_done(&share, p->values[k].chosen, p->values[k].options);
		if (i < fixed)
			done += part_done(&share, (unsigned)__builtin_popcountll(s->tried) - 1,
					  (unsigned)__builtin_popcountll((s->wanted & ~s->sleep) | s->tried));
	}
	return done < 1 ? done : 1;
}
