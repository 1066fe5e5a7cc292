/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/tried_pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/campaign/proof.h"
#include "heddle/campaign/seen_places.h"
#include "report/render/pairs_text.h"
#include "strategy/strategy.h"
#include "strategy/systematic/value_kind.h"
#include "strategy/systematic/value_orders.h"

#define BEFORE 1u /* the first place of the pair came before the second */
#define AFTER  2u

static const char *const kind_text[] = {[HD_VALUE_RW] = "RW",
					[HD_VALUE_WN] = "WN",
					[HD_VALUE_WM] = "WM",
					[HD_VALUE_WW] = "WW",
					[HD_VALUE_MM] = "MM"};

struct pair_search {
	struct hd_campaign *c;
	const struct hd_orders *orders[HD_MAX_WORKERS]; /* that each worker has seen */
	unsigned norders;
	bool lossy; /* there may be more */
	struct hd_seen_places places;
	bool proved;
	struct hd_pair_results *out;
};

/* ---- what follows from the orders that were seen ---- */

static enum hd_pair_state state_of(const struct pair_search *s, unsigned seen, bool executed,
				   const char **why)
{
	*why = NULL;
	if (seen == (BEFORE | AFTER))
		return HD_PAIR_BOTH;
	if (!s->proved || s->lossy)
		return HD_PAIR_LEFT;
	if (!executed)
		*why = "one of the two is never executed";
	else if (!seen)
		*why = "no schedule does both to the same object in different threads";
	else
		*why = seen == BEFORE ? "the first comes before the second in each schedule"
				      : "the second comes before the first in each schedule";
	return HD_PAIR_INFEASIBLE;
}

static bool is_sound(const struct pair_search *s, const struct hd_order *o)
{
	return o->first && o->first < s->places.n && o->then && o->then < s->places.n &&
	       o->kind < HD_VALUE_NONE && o->first_kind < HD_EVENT_COUNT && o->then_kind < HD_EVENT_COUNT;
}

/* ---- pairs of the code ---- */

struct seen_pair { /* orders of two places, the lower one first */
	uint32_t low, high;
	unsigned seen; /* BEFORE: the lower one came first */
};

static int compare_seen(const void *a, const void *b)
{
	const struct seen_pair *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

static struct seen_pair seen_pair_of(uint32_t a, uint32_t b)
{
	struct seen_pair p = {a < b ? a : b, a < b ? b : a, a < b ? BEFORE : AFTER};

	if (a == b)
		p.seen = BEFORE | AFTER;
	return p;
}

static size_t add_orders(const struct pair_search *s, const struct hd_orders *orders, struct seen_pair *list)
{
	size_t n = 0;

	for (unsigned i = 0; i < HD_ORDERS_MAX; i++) {
		const struct hd_order *o = &orders->seen[i];
		uint32_t a, b;

		if (!is_sound(s, o))
			continue;
		a = hd_seen_place_of(&s->places, o->first, o->first_kind);
		b = hd_seen_place_of(&s->places, o->then, o->then_kind);
		if (a != UINT32_MAX && b != UINT32_MAX)
			list[n++] = seen_pair_of(a, b);
	}
	return n;
}

/* The orders as places of the code, sorted, each pair once. */
static struct seen_pair *orders_of_places(const struct pair_search *s, size_t *n)
{
	struct seen_pair *list = hd_new((size_t)HD_ORDERS_MAX * s->norders, sizeof *list);
	size_t kept = 0;

	*n = 0;
	for (unsigned w = 0; w < s->norders; w++)
		*n += add_orders(s, s->orders[w], list + *n);
	if (*n)
		qsort(list, *n, sizeof *list, compare_seen);
	for (size_t i = 0; i < *n; i++) {
		if (kept && !compare_seen(&list[kept - 1], &list[i]))
			list[kept - 1].seen |= list[i].seen;
		else
			list[kept++] = list[i];
	}
	*n = kept;
	return list;
}

static void judge_pair(const struct pair_search *s, const struct hd_pairs *pairs, const struct hd_pair *p,
		       const struct seen_pair *seen, size_t nseen)
{
	uint32_t a = hd_seen_place_same(&s->places, p->a), b = hd_seen_place_same(&s->places, p->b);
	struct seen_pair key = seen_pair_of(a, b);
	const struct seen_pair *found = nseen ? bsearch(&key, seen, nseen, sizeof key, compare_seen) : NULL;
	unsigned orders = found ? found->seen : 0;
	bool executed = hd_seen_place_executed(&s->places, a) && hd_seen_place_executed(&s->places, b);
	struct hd_pair_result result = {.kind = hd_pair_text[p->kind],
					.same_object = p->must ? "must" : "may",
					.first = hd_pair_place_words(pairs, &pairs->places[p->a]),
					.second = hd_pair_place_words(pairs, &pairs->places[p->b])};

	if (a > b && (orders == BEFORE || orders == AFTER))
		orders ^= BEFORE | AFTER;
	result.state = state_of(s, orders, executed, &result.why);
	hd_pair_results_add(s->out, &result);
}

static void judge_code(struct pair_search *s, const struct hd_pairs *pairs)
{
	size_t nseen;
	struct seen_pair *seen;

	hd_seen_places_match(&s->places, pairs);
	seen = orders_of_places(s, &nseen);
	s->out->from = "code";
	for (size_t i = 0; i < pairs->npairs; i++)
		judge_pair(s, pairs, &pairs->pairs[i], seen, nseen);
	free(seen);
}

/* ---- pairs that runs have shown ---- */

/* Whether one of the first n workers has seen that order. */
static bool have_seen(const struct pair_search *s, unsigned n, uint32_t first, uint32_t then)
{
	for (unsigned w = 0; w < n; w++)
		if (hd_orders_have(s->orders[w], first, then))
			return true;
	return false;
}

static void judge_order(const struct pair_search *s, unsigned worker, const struct hd_order *o)
{
	bool both = o->first == o->then || have_seen(s, s->norders, o->then, o->first);
	struct hd_pair_result result = {.kind = kind_text[o->kind], .same_object = "did"};

	if (have_seen(s, worker, o->first, o->then) || (both && o->first > o->then))
		return; /* it has been told, or is told with the other order */
	result.first = hd_seen_place_words(&s->places, o->first, o->first_kind);
	result.second = hd_seen_place_words(&s->places, o->then, o->then_kind);
	result.state = state_of(s, both ? BEFORE | AFTER : BEFORE, true, &result.why);
	hd_pair_results_add(s->out, &result);
}

static void judge_runs(const struct pair_search *s)
{
	s->out->from = "runs";
	for (unsigned w = 0; w < s->norders; w++)
		for (unsigned i = 0; i < HD_ORDERS_MAX; i++)
			if (is_sound(s, &s->orders[w]->seen[i]))
				judge_order(s, w, &s->orders[w]->seen[i]);
}

/* ---- all of it ---- */

static void find_orders(struct pair_search *s)
{
	int strategy = s->c->options->search.strategy;

	if (strategy < 0 || strategy >= HD_STRATEGY_COUNT || !hd_strategies[strategy]->orders)
		return;
	for (unsigned w = 0; w < s->c->workers.n && w < HD_MAX_WORKERS; w++) {
		s->orders[w] = hd_strategies[strategy]->orders(s->c->workers.wire->workers[w].strategy_state +
							       hd_strategy_state_offset((unsigned)strategy));
		s->lossy |= s->orders[w]->lossy;
		s->norders = w + 1;
	}
}

bool hd_tried_pairs_look(struct hd_campaign *c, struct hd_pair_results *out)
{
	struct pair_search s = {.c = c, .proved = hd_proof_holds(c), .out = out};
	const struct hd_pairs *pairs;

	*out = (struct hd_pair_results){0};
	find_orders(&s);
	if (!s.norders || (c->ledger.nfailures && !c->options->explain_pairs) || c->trouble)
		return false;
	hd_seen_places_init(&s.places, c->workers.wire, c->symbols);
	if (c->interrupted) /* so was the analysis */
		hd_guidance_stop(&c->guidance);
	pairs = hd_guidance_pairs(&c->guidance);
	if (pairs)
		judge_code(&s, pairs);
	else
		judge_runs(&s);
	hd_seen_places_term(&s.places);
	return true;
}

static void tell_each(const struct hd_pair_results *r, FILE *f)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct hd_pair_result *p = &r->list[i];

		fprintf(f, "  %s  %-4s  %-40s  %-40s  %s%s%s\n", p->kind, p->same_object, p->first, p->second,
			hd_pair_state_text[p->state], p->why ? ": " : "", p->why ? p->why : "");
	}
}

void hd_tried_pairs_tell(const struct hd_campaign *c, const struct hd_pair_results *r, FILE *f)
{
	if (c->options->quiet && !c->options->explain_pairs)
		return;
	if (c->options->explain_pairs)
		tell_each(r, f);
	fprintf(f,
		"heddle: of %zu pair%s that %s, %zu %s tried in both orders, %zu %s infeasible, and %zu %s "
		"left%s\n",
		r->n, r->n == 1 ? "" : "s",
		strcmp(r->from, "code")
		    ? "runs have shown (the code could not be analysed: it has no bitcode)"
		    : "the code has",
		r->states[HD_PAIR_BOTH], r->states[HD_PAIR_BOTH] == 1 ? "was" : "were",
		r->states[HD_PAIR_INFEASIBLE], r->states[HD_PAIR_INFEASIBLE] == 1 ? "is" : "are",
		r->states[HD_PAIR_LEFT], r->states[HD_PAIR_LEFT] == 1 ? "is" : "are",
		c->options->explain_pairs || !r->n ? "" : " (--explain-pairs lists them)");
}
