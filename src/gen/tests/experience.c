/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/experience.h"

#include <stdlib.h>

#include "base/fail.h"

#define NULL_TRIES  2  /* failures after which NULL is not passed any more, if it never worked */
#define VALUE_TRIES 3  /* the same of a value                                                   */
#define CALL_TRIES  40 /* the same of a function                                                */
#define FIRST_LIMIT 16 /* runs of a systematic search …                                         */
#define MOST_LIMIT  4096

void hd_experience_init(struct hd_experience *e, const struct hd_model *m)
{
	size_t n = m->nfunctions + 1;

	*e = (struct hd_experience){.nfunctions = m->nfunctions,
				    .functions = hd_new(n, sizeof *e->functions),
				    .nulls = hd_new(n, sizeof *e->nulls),
				    .values = hd_new(n, sizeof *e->values),
				    .pairs = hd_new(n * n, sizeof *e->pairs),
				    .limits = hd_new(n * n, sizeof *e->limits),
				    .trouble = hd_new(n, sizeof *e->trouble)};
}

void hd_experience_term(struct hd_experience *e)
{
	for (size_t i = 0; i < e->nfunctions; i++)
		free(e->trouble[i]);
	free(e->functions);
	free(e->nulls);
	free(e->values);
	free(e->pairs);
	free(e->limits);
	free(e->trouble);
}

static void count(struct hd_tally *t, bool good)
{
	t->good += good;
	t->bad += !good;
}

static void count_value(struct hd_experience *e, const struct hd_model *m, const struct gen_call *call,
			unsigned param, bool good)
{
	const struct hd_model_param *p = &m->functions[call->function].params[param];

	for (unsigned v = 0; v < p->nvalues; v++)
		if (p->values[v] == call->argument[param].number)
			count(&e->values[call->function][param][v], good);
}

void hd_experience_call(struct hd_experience *e, const struct hd_model *m, const struct gen_call *call,
			const char *how)
{
	count(&e->functions[call->function], !how);
	for (unsigned i = 0; i < call->arguments; i++)
		if (call->argument[i].kind == GEN_NULL)
			count(&e->nulls[call->function][i], !how);
		else if (call->argument[i].kind == GEN_NUMBER)
			count_value(e, m, call, i, !how);
	if (how) {
		free(e->trouble[call->function]);
		e->trouble[call->function] = hd_strdup(how);
	}
}

bool hd_experience_null(const struct hd_experience *e, uint32_t function, unsigned param)
{
	const struct hd_tally *t = &e->nulls[function][param];

	return t->good || t->bad < NULL_TRIES;
}

bool hd_experience_value(const struct hd_experience *e, uint32_t function, unsigned param, unsigned value)
{
	const struct hd_tally *t = &e->values[function][param][value];

	return t->good || t->bad < VALUE_TRIES;
}

bool hd_experience_hopeless(const struct hd_experience *e, uint32_t function)
{
	return !e->functions[function].good && e->functions[function].bad >= CALL_TRIES;
}

static size_t pair_of(const struct hd_experience *e, uint32_t one, uint32_t other)
{
	return one < other ? one * e->nfunctions + other : other * e->nfunctions + one;
}

void hd_experience_tested(struct hd_experience *e, uint32_t one, uint32_t other, uint64_t runs)
{
	e->pairs[pair_of(e, one, other)] += runs;
}

uint64_t hd_experience_runs(const struct hd_experience *e, uint32_t one, uint32_t other)
{
	return e->pairs[pair_of(e, one, other)];
}

uint32_t hd_experience_limit(const struct hd_experience *e, uint32_t one, uint32_t other)
{
	uint32_t limit = e->limits[pair_of(e, one, other)];

	return limit ? limit : FIRST_LIMIT;
}

/* Only a search that had as much as it might makes it grow: what is under way at the same time does not. */
void hd_experience_searched(struct hd_experience *e, uint32_t one, uint32_t other, uint32_t limit,
			    bool exhausted)
{
	uint32_t *now = &e->limits[pair_of(e, one, other)];

	if (!exhausted && limit >= hd_experience_limit(e, one, other) && limit < MOST_LIMIT)
		*now = 2 * limit;
}
