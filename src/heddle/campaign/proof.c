/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/proof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/campaign/blind.h"
#include "heddle/campaign/full_tables.h"
#include "model/gap.h"
#include "strategy/complete.h"
#include "strategy/strategy.h"
#include "strategy/systematic/frontier_share.h"

#define WORTH_KEEPING                                                                                        \
	0.0005 /* of the tree: so much of what `auto` has tried by one search that others may finish it */

/* What a worker has shown is shown. */
static void add_proof(struct hd_proof *sum, const struct hd_proof *p)
{
	if (sum->tried < p->tried)
		sum->tried = p->tried;
	sum->all |= p->all;
	sum->limits |= p->limits;
	sum->gaps |= p->gaps;
	sum->runs += p->runs;
	sum->repeated += p->repeated;
	sum->redundant += p->redundant;
}

static const struct hd_search_facts *facts_of(const struct hd_campaign *c)
{
	return &((const struct hd_frontier *)c->workers.wire->frontier)->facts;
}

/* How much of the whole search is done; `done` is how much of its piece each worker has explored. < 0: that
 * is not known now. */
static double explored_by_all(const struct hd_campaign *c, const double done[HD_FRONTIER_WORKERS])
{
	struct hd_frontier *f = (struct hd_frontier *)c->workers.wire->frontier;
	struct hd_frontier_shares *room;
	double explored = -1;

	if (!atomic_load(&f->generation)) /* it is not shared yet */
		return c->workers.n == 1 ? done[0] : -1;
	if (!hd_frontier_lock(f, HD_FRONTIER_WORKERS))
		return -1;
	room = malloc(sizeof(*room));
	if (room && !atomic_load(&f->torn))
		explored = hd_frontier_explored(f, done, room);
	hd_frontier_unlock(f);
	free(room);
	return explored;
}

/* The systematic search of `auto` has tried all, with the scheduling points that are known now. */
static bool auto_has_tried_all(const struct hd_wire *wire)
{
	return wire->tried_all && wire->tried_all == wire->shared_sites + 1;
}

/* Nothing is left to try. */
static bool is_done(const struct hd_campaign *c)
{
	const struct hd_wire *wire = c->workers.wire;

	return wire->exhausted || (c->options->search.strategy < 0 && auto_has_tried_all(wire));
}

/* The strategy that proves something; -1: none does. The systematic search of `auto` is told of only if it
 * has tried all: how far it has come says nothing about the other strategies. */
static int proving_strategy(const struct hd_campaign *c)
{
	int strategy = c->options->search.strategy;

	if (strategy < 0)
		return auto_has_tried_all(c->workers.wire) ? (int)HD_COMPLETE_STRATEGY : -1;
	return strategy < HD_STRATEGY_COUNT && hd_strategies[strategy]->proof ? strategy : -1;
}

static void ask_strategy(const struct hd_campaign *c, int strategy, struct hd_proof *p)
{
	double done[HD_FRONTIER_WORKERS] = {0};

	const struct hd_wire *wire = c->workers.wire;
	const struct hd_search_facts *facts = facts_of(c);

	*p = (struct hd_proof){0};
	for (unsigned i = 0; i < c->workers.n; i++) {
		struct hd_proof of_worker = {0};

		hd_strategies[strategy]->proof(wire->workers[i].strategy_state +
						   hd_strategy_state_offset((unsigned)strategy),
					       &of_worker);
		add_proof(p, &of_worker);
		done[i % HD_FRONTIER_WORKERS] = of_worker.explored;
		/* Of a search that is shared no worker knows which traces others have seen. */
		p->traces = c->workers.n == 1 ? of_worker.traces : 0;
	}
	p->explored = explored_by_all(c, done);
	add_proof(p, &(struct hd_proof){
			 .limits = facts->limits, .gaps = facts->gaps, .redundant = facts->redundant});
	p->gaps |= c->workers.wire->gaps;
	p->limits |= c->workers.wire->limits & ((1u << HD_LIMIT_COUNT) - 1);
	if (hd_full_tables(c->workers.wire))
		p->gaps |= HD_GAP_BIT(FULL);
	if (!c->target->elf.instrumented && !c->workers.wire->instrumented)
		p->gaps |= HD_GAP_BIT(BLIND);
	if (c->unstable || c->confirm.unconfirmed)
		p->gaps |= HD_GAP_BIT(DIFFERENT);
	p->gaps &= (1u << HD_GAP_COUNT) - 1;
}

static bool ask(const struct hd_campaign *c, struct hd_proof *p)
{
	int strategy = proving_strategy(c);

	if (strategy < 0)
		return false;
	ask_strategy(c, strategy, p);
	/* What keeps the systematic search of `auto` from a proof is of no interest to users of `auto`. */
	return c->options->search.strategy >= 0 || !p->gaps;
}

/* Why, as a sentence; `blind` is that of BLIND if libraries can be named. */
static const char *why(unsigned gap, const char *blind)
{
	return gap == HD_GAP_BLIND && blind ? blind : hd_gap_why[gap];
}

static void put_gaps(uint32_t gaps, const char *blind, FILE *f)
{
	const char *before = "";

	for (unsigned i = 0; i < HD_GAP_COUNT; i++)
		if (gaps & 1u << i) {
			fprintf(f, "%s%s", before, why(i, blind));
			before = "; ";
		}
}

static void put_limits(uint32_t limits, FILE *f)
{
	const char *before = " in which ";

	for (unsigned i = 0; i < HD_LIMIT_COUNT; i++)
		if (limits & 1u << i) {
			fprintf(f, "%s%s", before, hd_rlimit_text[i]);
			before = " and ";
		}
}

/* Which schedules are meant: those with fewer than `tried` preemptions or delays, or all. */
static void put_bound(const struct hd_campaign *c, const struct hd_proof *p, FILE *f)
{
	const char *what = hd_strategy_at(c->options->search.strategy)->bounds;
	uint32_t bound = p->tried - 1;

	fputs("every schedule", f);
	if (!p->all && what && bound)
		fprintf(f, " with at most %" PRIu32 " %s%s", bound, what, bound == 1 ? "" : "s");
	else if (!p->all && what)
		fprintf(f, " without %ss", what);
	if (c->options->search.points == HD_POINTS_SYNC)
		fputs(" at synchronisation operations", f);
	put_limits(p->limits, f);
	fputs(" was tried", f);
}

/* How far a search has come that was not carried out to its end. */
static void put_estimate(const struct hd_campaign *c, const struct hd_proof *p, FILE *f)
{
	const char *what = hd_strategy_at(c->options->search.strategy)->bounds;

	if (p->explored < 0)
		fputs("a part of the search tree", f);
	else
		fprintf(f, "about %.2g %% of the search tree", 100 * p->explored);
	if (what && c->options->search.depth != HD_DEPTH_ALL)
		fprintf(f, " with at most %" PRIu32 " %s%s", p->tried, what, p->tried == 1 ? "" : "s");
	fputs(" was tried", f);
}

/* To be freed; NULL: nothing to say. */
static char *sentence(const struct hd_campaign *c, const struct hd_proof *p, const char *blind)
{
	bool done = is_done(c);
	struct hd_text text;

	if (!p->tried && done)
		return NULL;
	hd_text_begin(&text);
	if (!p->tried) {
		put_estimate(c, p, text.f);
		return hd_text_end(&text);
	}
	if (p->gaps)
		fputs(done ? "nothing is left to try, but it is not proved that " : "it is not proved that ",
		      text.f);
	put_bound(c, p, text.f);
	if (p->gaps) {
		fputs(": ", text.f);
		put_gaps(p->gaps, blind, text.f);
	} else if (!done) {
		fputs(", those with more not all: ", text.f);
		put_estimate(c, p, text.f);
	}
	if (p->redundant)
		fprintf(text.f,
			"; %" PRIu64 " run%s only repeated another in a different order of independent steps",
			p->redundant, p->redundant == 1 ? "" : "s");
	return hd_text_end(&text);
}

/* What an earlier search has proved: see finished.c. */
static void proof_before(const struct hd_campaign *c, struct hd_summary_proof *out)
{
	char *end;
	bool all = strtol(c->finished.text, &end, 10);
	unsigned long tried = strtoul(end, &end, 10);

	end += *end == ' ';
	*out = (struct hd_summary_proof){.tried = (uint32_t)tried,
					 .all = all,
					 .explored = 1,
					 .bounds = hd_strategy_at(c->options->search.strategy)->bounds,
					 .earlier = c->finished.runs,
					 .sentence = strndup(end, strcspn(end, "\n"))};
}

bool hd_proof_look(const struct hd_campaign *c, struct hd_summary_proof *out)
{
	struct hd_proof p;

	if (c->finished.text) {
		proof_before(c, out);
		return true;
	}
	if (!ask(c, &p))
		return false;
	*out = (struct hd_summary_proof){.tried = p.tried,
					 .all = p.all,
					 .explored = is_done(c) ? 1 : p.explored,
					 .bounds = hd_strategy_at(c->options->search.strategy)->bounds,
					 .runs = p.runs,
					 .traces = p.traces,
					 .repeated = p.repeated,
					 .redundant = p.redundant,
					 .earlier = facts_of(c)->runs,
					 .blind = hd_blind_sentence(c->workers.wire)};
	out->sentence = sentence(c, &p, out->blind);
	for (unsigned i = 0; i < HD_GAP_COUNT; i++)
		if (p.gaps & 1u << i)
			out->gaps[out->ngaps++] = why(i, out->blind);
	return true;
}

bool hd_proof_keep(const struct hd_campaign *c, struct hd_search_facts *facts)
{
	int chosen = c->options->search.strategy, strategy = chosen < 0 ? (int)HD_COMPLETE_STRATEGY : chosen;
	struct hd_proof p;

	facts->runs += hd_campaign_runs(c);
	ask_strategy(c, strategy, &p);
	facts->limits = p.limits;
	facts->gaps = p.gaps;
	facts->redundant = p.redundant;
	return chosen >= 0 || (!p.gaps && p.explored >= WORTH_KEEPING);
}

void hd_proof_term(struct hd_summary_proof *p)
{
	free(p->sentence);
	free(p->blind);
}

bool hd_proof_is_given(const struct hd_campaign *c)
{
	struct hd_proof p;

	return ask(c, &p) && p.tried;
}

bool hd_proof_holds(const struct hd_campaign *c)
{
	struct hd_proof p;

	return c->finished.text || (is_done(c) && ask(c, &p) && p.tried && !p.gaps);
}

void hd_proof_tell(const struct hd_campaign *c, FILE *f)
{
	struct hd_summary_proof p;

	if (c->options->quiet || c->ledger.nfailures || !hd_proof_look(c, &p))
		return;
	if (p.sentence)
		fprintf(f, "heddle: %s\n", p.sentence);
	hd_proof_term(&p);
}

double hd_proof_explored(const struct hd_campaign *c)
{
	struct hd_proof p;

	return ask(c, &p) ? p.explored : -1;
}
