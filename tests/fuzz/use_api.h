/* SPDX-License-Identifier: Apache-2.0
 *
 * For fuzzers: everything that is done with what headers declare. A model is made of it, which is explained,
 * written as stubs, and used to compose tests, which are written as C. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gen/emit/stubs_text.h"
#include "gen/emit/test_text.h"
#include "gen/model/explain.h"
#include "gen/model/hints.h"
#include "gen/model/infer.h"
#include "gen/tests/generator.h"

#define TESTS	       60
#define MOST_FUNCTIONS 64

static void write_tests(const struct hd_model *m, FILE *f)
{
	uint32_t *objects = calloc(m->nobjects + 1, sizeof *objects);
	bool *usable = calloc(m->nfunctions + 1, sizeof *usable);
	struct hd_experience experience;
	struct hd_generator generator;

	for (size_t i = 0; i < m->nobjects; i++)
		objects[i] = (uint32_t)i;
	objects[m->nobjects] = HD_NO_OBJECT;
	for (size_t i = 0; i < m->nfunctions; i++)
		usable[i] = m->functions[i].role == HD_ROLE_OPERATION;
	hd_experience_init(&experience, m);
	hd_generator_init(&generator, m, &experience, 1, objects, m->nobjects + 1, usable);
	for (unsigned i = 0; i < TESTS; i++) {
		struct hd_candidate c;

		if (!hd_generator_next(&generator, &c))
			continue;
		hd_test_write(m, &c.test, "fuzzed", NULL, f);
		if (c.kind != HD_CANDIDATE_TEST)
			hd_generator_accept(&generator, &c);
	}
	hd_generator_term(&generator);
	hd_experience_term(&experience);
	free(objects);
	free(usable);
}

/* `hints` may be NULL. */
static void use_api(struct hd_api *api, const char *hints)
{
	FILE *f;
	struct hd_model m;

	if (api->nfunctions >= MOST_FUNCTIONS)
		return;
	f = fopen("/dev/null", "w");
	hd_model_make(&m, api);
	free(hints ? hd_hints_apply(&m, hints) : NULL);
	hd_model_settle(&m);
	hd_model_explain(&m, f);
	hd_stubs_write(&m, f);
	write_tests(&m, f);
	hd_model_term(&m);
	fclose(f);
}
