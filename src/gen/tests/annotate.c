/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/annotate.h"

#include "base/number.h"

static const char *name_of(const struct hd_model *m, uint32_t function)
{
	return m->functions[function].declared->name;
}

static int widest_name(const struct hd_model *m)
{
	size_t widest = 8;

	for (uint32_t i = 0; i < m->nfunctions; i++) {
		size_t n = 0;

		while (name_of(m, i)[n])
			n++;
		widest = n > widest ? n : widest;
	}
	return (int)widest;
}

/* The first violation that the function has part in; NULL: none. */
static const struct hd_unsafe_calls *violation_of(uint32_t function, const struct hd_unsafe_calls *unsafe,
						  size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (unsigned c = 0; c < unsafe[i].n; c++)
			if (unsafe[i].functions[c] == function)
				return &unsafe[i];
	return NULL;
}

static void annotate_tested(const struct hd_experience *e, uint32_t function, FILE *f)
{
	uint64_t runs = 0;
	unsigned beside = 0;
	char count[HD_COUNT_TEXT];

	for (uint32_t other = 0; other < e->nfunctions; other++) {
		uint64_t n = hd_experience_runs(e, function, other);

		runs += n;
		beside += n > 0;
	}
	if (runs)
		fprintf(f, "safe so far   %s runs beside %u functions\n", hd_count_text(runs, count), beside);
	else if (e->trouble[function])
		fprintf(f, "not testable  it fails alone: %s\n", e->trouble[function]);
	else
		fprintf(f, "not tested    no test came to it\n");
}

/* Beside which others: once itself is left out. */
static void annotate_unsafe(const struct hd_model *m, uint32_t function,
			    const struct hd_unsafe_calls *violation, FILE *f)
{
	bool itself = false, any = false;

	fputs("unsafe        with ", f);
	for (unsigned i = 0; i < violation->n; i++) {
		if (violation->functions[i] == function && !itself) {
			itself = true;
			continue;
		}
		fprintf(f, "%s%s", any ? " and " : "", name_of(m, violation->functions[i]));
		any = true;
	}
	fprintf(f, ": %s\n", violation->where);
}

static void annotate_function(const struct hd_model *m, const struct hd_experience *e, uint32_t function,
			      const struct hd_unsafe_calls *violation, FILE *f)
{
	const struct hd_model_function *what = &m->functions[function];

	if (what->role == HD_ROLE_UNUSABLE)
		fprintf(f, "not testable  %s\n", what->why);
	else if (what->role == HD_ROLE_DESTROYER)
		fprintf(f, "not tested    ends an object\n");
	else if (what->role != HD_ROLE_OPERATION)
		fprintf(f, "not tested    called before the threads start\n");
	else if (violation)
		annotate_unsafe(m, function, violation, f);
	else if (what->unsafe)
		fprintf(f, "not tested    not to be called concurrently, by contract\n");
	else
		annotate_tested(e, function, f);
}

void hd_annotate(const struct hd_model *m, const struct hd_experience *e,
		 const struct hd_unsafe_calls *unsafe, size_t nunsafe, FILE *f)
{
	int width = widest_name(m);

	for (uint32_t i = 0; i < m->nfunctions; i++) {
		fprintf(f, "%-*s  ", width, name_of(m, i));
		annotate_function(m, e, i, violation_of(i, unsafe, nunsafe), f);
	}
}
