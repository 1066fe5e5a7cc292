/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/generator.h"

#include <stdlib.h>

#include "base/fail.h"

#define MOST_PREFIXES	     25
#define MOST_SUFFIXES	     500
#define STATE_CHANGERS	     5 /* maxStateChangerTries */
#define CUT_CALLS	     2 /* maxCutCallTries: calls on the object in a suffix … */
#define MORE_CALLS_EVERY     4 /* … rounds, one more, up to HD_SUFFIX_CALLS */
#define THREE_THREADS_ROUND  1 /* from this round on some tests have three threads */
#define FIRST_ROUND_PREFIXES 2
#define FIRST_ROUND_SUFFIXES 10
#define FIRST_ROUND_TESTS    100
#define READY_LOOKS	     4 /* ready tests of which the one with the least tested pair is taken */
#define FUNCTION_LOOKS	     3
#define ROUND_FAILURES	     200 /* times that nothing came of it, after which another round begins */

void hd_generator_init(struct hd_generator *g, const struct hd_model *m, struct hd_experience *e,
		       uint64_t seed, uint32_t *objects, size_t nobjects, bool *usable)
{
	*g = (struct hd_generator){.composer = {.model = m, .experience = e},
				   .objects = objects,
				   .nobjects = nobjects,
				   .usable = usable,
				   .prefixes = hd_new(MOST_PREFIXES, sizeof *g->prefixes)};
	hd_rng_seed(&g->composer.rng, seed);
}

static void forget_prefixes(struct hd_generator *g)
{
	for (size_t i = 0; i < g->nprefixes; i++)
		free(g->prefixes[i].suffixes);
	g->nprefixes = 0;
	g->nready = 0;
}

void hd_generator_term(struct hd_generator *g)
{
	forget_prefixes(g);
	free(g->prefixes);
	free(g->ready);
}

static uint32_t below(struct hd_generator *g, size_t bound)
{
	return hd_rng_below(&g->composer.rng, (uint32_t)bound);
}

static size_t most(size_t first, size_t last, uint32_t round)
{
	size_t n = first * (round + 1);

	return n < last ? n : last;
}

/* ---- functions ---- */

static bool works_on(const struct hd_generator *g, uint32_t function, uint32_t object)
{
	const struct hd_model_function *f = &g->composer.model->functions[function];

	if (f->role != HD_ROLE_OPERATION || hd_experience_hopeless(g->composer.experience, function))
		return false;
	return object == HD_NO_OBJECT ? f->object == HD_NO_OBJECT : hd_model_takes(f, object);
}

/* A function that works on the object, by chance. `suffix`: for a suffix, and those that were called least
 * are preferred. */
static uint32_t some_function(struct hd_generator *g, uint32_t object, bool suffix)
{
	uint32_t found = HD_NO_OBJECT;
	uint64_t least = UINT64_MAX;
	size_t n = g->composer.model->nfunctions;

	for (unsigned look = 0; look < (suffix ? FUNCTION_LOOKS : 1); look++) {
		uint32_t candidate = HD_NO_OBJECT, seen = 0;

		for (uint32_t f = 0; f < n; f++)
			if (works_on(g, f, object) && (!suffix || g->usable[f]) && below(g, ++seen) == 0)
				candidate = f;
		if (candidate != HD_NO_OBJECT && g->composer.experience->functions[candidate].good < least) {
			least = g->composer.experience->functions[candidate].good;
			found = candidate;
		}
	}
	return found;
}

static bool has_call(const struct hd_part *part, uint32_t function)
{
	for (unsigned i = 0; i < part->n; i++)
		if (part->calls[i].function == function)
			return true;
	return false;
}

/* What has to be called before the function, and was not; HD_NO_OBJECT: nothing. */
static uint32_t missing_before(const struct hd_generator *g, const struct hd_part *prefix, uint32_t function)
{
	uint32_t before = g->composer.model->functions[function].before;

	return before == HD_NO_OBJECT || has_call(prefix, before) ? HD_NO_OBJECT : before;
}

/* ---- prefixes ---- */

static bool add_setups(struct hd_generator *g, struct hd_part *part)
{
	const struct hd_part none = {0};

	for (uint32_t f = 0; f < g->composer.model->nfunctions; f++)
		if (g->composer.model->functions[f].role == HD_ROLE_SETUP &&
		    !hd_experience_hopeless(g->composer.experience, f) &&
		    !hd_compose_call(&g->composer, &none, part, HD_PREFIX_CALLS, f, HD_NO_OBJECT))
			return false;
	return true;
}

static bool first_prefix(struct hd_generator *g, struct hd_candidate *out)
{
	const struct hd_part none = {0};
	struct hd_test *t = &out->test;

	if (!g->nobjects)
		return false;
	*t = (struct hd_test){.object = g->objects[below(g, g->nobjects)], .shared = HD_NO_OBJECT};
	if (!add_setups(g, &t->prefix))
		return false;
	if (t->object == HD_NO_OBJECT)
		return true;
	if (!hd_compose_object(&g->composer, &none, &t->prefix, HD_PREFIX_CALLS, t->object))
		return false;
	t->shared = t->prefix.nslots - 1;
	return true;
}

/* Up to that many calls that change the state of the object; what does not work out is left out. */
static void add_changes(struct hd_generator *g, struct hd_test *t, unsigned most_changes)
{
	const struct hd_part none = {0};

	for (unsigned i = 0; i < most_changes; i++) {
		uint32_t function = some_function(g, t->object, false), before;

		if (function == HD_NO_OBJECT)
			continue;
		before = missing_before(g, &t->prefix, function);
		hd_compose_call(&g->composer, &none, &t->prefix, HD_PREFIX_CALLS,
				before == HD_NO_OBJECT ? function : before, t->shared);
	}
}

/* A prefix that is known to be good, and one more call. */
static void longer_prefix(struct hd_generator *g, struct hd_candidate *out)
{
	const struct hd_prefix *p = &g->prefixes[below(g, g->nprefixes)];

	out->test = (struct hd_test){.object = p->object, .shared = p->shared, .prefix = p->part};
	add_changes(g, &out->test, 1);
}

static bool new_prefix(struct hd_generator *g, struct hd_candidate *out)
{
	out->kind = HD_CANDIDATE_PREFIX;
	if (g->nprefixes && below(g, 2)) {
		longer_prefix(g, out);
		return true;
	}
	if (!first_prefix(g, out))
		return false;
	add_changes(g, &out->test, below(g, STATE_CHANGERS + 1));
	return true;
}

/* ---- suffixes ---- */

static unsigned cut_calls(uint32_t round)
{
	unsigned calls = CUT_CALLS + round / MORE_CALLS_EVERY;

	return calls < HD_SUFFIX_CALLS ? calls : HD_SUFFIX_CALLS;
}

static bool new_suffix(struct hd_generator *g, struct hd_candidate *out)
{
	uint32_t index = below(g, g->nprefixes);
	const struct hd_prefix *p = &g->prefixes[index];
	unsigned calls = 1 + below(g, cut_calls(g->round));
	struct hd_part *suffix = &out->test.suffix[0];

	if (p->nsuffixes >= most(FIRST_ROUND_SUFFIXES, MOST_SUFFIXES, g->round))
		return false;
	out->kind = HD_CANDIDATE_SUFFIX;
	out->prefix = index;
	out->test = (struct hd_test){.object = p->object, .shared = p->shared, .prefix = p->part};
	for (unsigned i = 0; i < GEN_THREADS; i++)
		out->test.suffix[i] = hd_part_after(&p->part);
	for (unsigned i = 0; i < calls; i++) {
		uint32_t function = some_function(g, p->object, true);

		if (function != HD_NO_OBJECT && missing_before(g, &p->part, function) == HD_NO_OBJECT)
			hd_compose_call(&g->composer, &p->part, suffix, HD_SUFFIX_CALLS, function, p->shared);
	}
	return suffix->n > 0;
}

/* ---- tests ---- */

static uint32_t last_function(const struct hd_part *part)
{
	return part->calls[part->n - 1].function;
}

static uint64_t runs_of(const struct hd_generator *g, const struct hd_ready *r)
{
	const struct hd_prefix *p = &g->prefixes[r->prefix];

	return hd_experience_runs(g->composer.experience, last_function(&p->suffixes[r->suffix[0]]),
				  last_function(&p->suffixes[r->suffix[1]]));
}

static struct hd_part third_suffix(const struct hd_prefix *p, const struct hd_ready *r)
{
	return r->suffix[2] == HD_NO_OBJECT ? hd_part_after(&p->part) : p->suffixes[r->suffix[2]];
}

static bool ready_test(struct hd_generator *g, struct hd_candidate *out)
{
	size_t best = below(g, g->nready);
	const struct hd_prefix *p;
	struct hd_ready r;

	for (unsigned i = 1; i < READY_LOOKS; i++) {
		size_t other = below(g, g->nready);

		if (runs_of(g, &g->ready[other]) < runs_of(g, &g->ready[best]))
			best = other;
	}
	r = g->ready[best];
	g->ready[best] = g->ready[--g->nready];
	p = &g->prefixes[r.prefix];
	out->kind = HD_CANDIDATE_TEST;
	out->prefix = r.prefix;
	out->test = (struct hd_test){
	    .object = p->object,
	    .shared = p->shared,
	    .prefix = p->part,
	    .suffix = {p->suffixes[r.suffix[0]], p->suffixes[r.suffix[1]], third_suffix(p, &r)}};
	g->round_tests++;
	return true;
}

/* Later rounds are longer, and know more prefixes and suffixes. */
static void begin_round(struct hd_generator *g)
{
	forget_prefixes(g);
	g->round++;
	g->round_tests = 0;
	g->failures = 0;
}

static bool try_next(struct hd_generator *g, struct hd_candidate *out)
{
	*out = (struct hd_candidate){.round = g->round};
	if (g->nready && below(g, 4))
		return ready_test(g, out);
	if (!g->nprefixes ||
	    (g->nprefixes < most(FIRST_ROUND_PREFIXES, MOST_PREFIXES, g->round) && below(g, 2)))
		return new_prefix(g, out);
	return new_suffix(g, out) || (g->nready && ready_test(g, out));
}

bool hd_generator_next(struct hd_generator *g, struct hd_candidate *out)
{
	if (g->round_tests >= FIRST_ROUND_TESTS * (g->round + 1) || g->failures >= ROUND_FAILURES)
		begin_round(g);
	if (try_next(g, out))
		return true;
	g->failures++;
	return false;
}

/* ---- what was good ---- */

static void accept_prefix(struct hd_generator *g, const struct hd_candidate *c)
{
	struct hd_prefix *p = &g->prefixes[g->nprefixes];

	if (g->nprefixes == most(FIRST_ROUND_PREFIXES, MOST_PREFIXES, g->round))
		return;
	g->nprefixes++;
	*p = (struct hd_prefix){.object = c->test.object, .shared = c->test.shared, .part = c->test.prefix};
}

/* A test of the last suffix with one or two others, unless it has too many orders. */
static void add_ready(struct hd_generator *g, uint32_t prefix, uint32_t second, uint32_t third)
{
	const struct hd_prefix *p = &g->prefixes[prefix];
	uint32_t last = (uint32_t)p->nsuffixes - 1;
	const struct hd_part *parts[] = {&p->suffixes[last], &p->suffixes[second],
					 third == HD_NO_OBJECT ? NULL : &p->suffixes[third]};

	if (!hd_test_has_few_orders(parts, third == HD_NO_OBJECT ? 2 : 3))
		return;
	g->ready = hd_grow(g->ready, &g->ready_capacity, g->nready + 1, sizeof *g->ready);
	g->ready[g->nready++] = (struct hd_ready){.prefix = prefix, .suffix = {last, second, third}};
}

static void accept_suffix(struct hd_generator *g, const struct hd_candidate *c)
{
	struct hd_prefix *p = &g->prefixes[c->prefix];

	p->suffixes = hd_grow(p->suffixes, &p->capacity, p->nsuffixes + 1, sizeof *p->suffixes);
	p->suffixes[p->nsuffixes++] = c->test.suffix[0];
	for (uint32_t other = 0; other < p->nsuffixes; other++)
		add_ready(g, c->prefix, other, HD_NO_OBJECT);
	if (g->round >= THREE_THREADS_ROUND)
		add_ready(g, c->prefix, below(g, p->nsuffixes), below(g, p->nsuffixes));
}

void hd_generator_accept(struct hd_generator *g, const struct hd_candidate *candidate)
{
	if (candidate->round != g->round)
		return;
	if (candidate->kind == HD_CANDIDATE_PREFIX)
		accept_prefix(g, candidate);
	else
		accept_suffix(g, candidate);
}
