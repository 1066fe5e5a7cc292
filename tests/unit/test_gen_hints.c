/* SPDX-License-Identifier: Apache-2.0
 *
 * Hints of `heddle gen`, as what is generated from them: which functions are called, and what is passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "gen/api/api_text.h"
#include "gen/emit/stubs_text.h"
#include "gen/emit/test_text.h"
#include "gen/model/hints.h"
#include "gen/model/infer.h"
#include "gen/tests/generator.h"
#include "gen/tests/shrink.h"

enum { SHELF_NEW, SHELF_FREE, SHELF_JOIN, SHELF_PAINT, SHELF_PUT, SHELF_START, FUNCTIONS };

/* struct shelf; shelf_paint takes a struct by value, and the parameters of shelf_put have no names. */
static const char facts[] = "header \"shelf.h\"\n"
			    "record 0 0 0 struct shelf\n"
			    "record 1 0 12 struct colour\n"
			    "type 6 0 0 8 1 struct shelf *\n"
			    "type 5 0 0 0 0 struct shelf\n"
			    "type 0 0 0 0 0 void\n"
			    "type 2 0 1 4 0 int\n"
			    "type 5 0 0 12 1 struct colour\n"
			    "function 0 0 0 shelf_new\n"
			    "function 2 0 0 shelf_free\n"
			    "param 0 s\n"
			    "function 3 0 0 shelf_join\n"
			    "param 0 s\n"
			    "param 0 other\n"
			    "function 3 0 0 shelf_paint\n"
			    "param 0 s\n"
			    "param 4 colour\n"
			    "function 3 0 0 shelf_put\n"
			    "param 0 \n"
			    "param 3 \n"
			    "function 3 1 0 shelf_start\n"
			    "param 3 mode\n";

struct scene {
	struct hd_api api;
	struct hd_model model;
	struct hd_experience experience;
	struct hd_generator generator;
	uint32_t objects[1];
	bool usable[FUNCTIONS];
};

static void begin(struct scene *s, const char *hints)
{
	*s = (struct scene){0};
	assert_null(hd_api_parse(&s->api, facts, strlen(facts)));
	hd_model_make(&s->model, &s->api);
	assert_null(hd_hints_apply(&s->model, hints));
	hd_model_settle(&s->model);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		s->usable[i] = s->model.functions[i].role == HD_ROLE_OPERATION;
	hd_experience_init(&s->experience, &s->model);
	hd_generator_init(&s->generator, &s->model, &s->experience, 1, s->objects, 1, s->usable);
}

static void end(struct scene *s)
{
	hd_generator_term(&s->generator);
	hd_experience_term(&s->experience);
	hd_model_term(&s->model);
	hd_api_term(&s->api);
}

/* The next concurrent test; everything else is accepted. */
static struct hd_test next_test(struct scene *s)
{
	struct hd_candidate c;

	for (unsigned tries = 0; tries < 100000; tries++) {
		if (!hd_generator_next(&s->generator, &c))
			continue;
		if (c.kind == HD_CANDIDATE_TEST)
			return c.test;
		hd_generator_accept(&s->generator, &c);
	}
	fail_msg("nothing is generated");
	return c.test;
}

/* How often NULL is passed for a parameter of the function within many tests. */
static unsigned nulls(struct scene *s, uint32_t function, unsigned param)
{
	unsigned n = 0;

	for (unsigned i = 0; i < 500; i++) {
		struct hd_test t = next_test(s);

		for (unsigned c = 0; c < t.suffix[0].n; c++)
			n += t.suffix[0].calls[c].function == function &&
			     t.suffix[0].calls[c].argument[param].kind == GEN_NULL;
	}
	return n;
}

static void first_object_is_null_only_by_a_hint(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "");
	assert_int_equal(nulls(&s, SHELF_JOIN, 0), 0);
	assert_true(nulls(&s, SHELF_JOIN, 1) > 0);
	end(&s);
	begin(&s, "null shelf_join s\n");
	assert_true(nulls(&s, SHELF_JOIN, 0) > 0);
	end(&s);
}

static void only_named_functions_are_used(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "only shelf_new *_paint\nonly *_p*\nskip shelf_paint\n");
	for (unsigned i = 0; i < FUNCTIONS; i++)
		assert_int_equal(s.model.functions[i].role != HD_ROLE_UNUSABLE,
				 i == SHELF_NEW || i == SHELF_PUT);
	end(&s);
}

/* C code makes a function usable that could not be, in what is compiled and in the test that is written. */
static void code_of_hints_is_passed(void **state)
{
	struct scene s;
	struct hd_test t;
	struct hd_text text;
	char *stubs, *program;

	(void)state;
	begin(&s, "");
	assert_int_equal(s.model.functions[SHELF_PAINT].role, HD_ROLE_UNUSABLE);
	assert_int_equal(s.model.functions[SHELF_START].role, HD_ROLE_UNUSABLE);
	end(&s);
	begin(&s, "pass shelf_paint colour (struct colour){1, 2, 3}\nskip shelf_join\nskip shelf_put\n"
		  "pass shelf_start mode SHELF_LOCKED, \"deep\"\nrole shelf_start setup\n");
	t = next_test(&s);
	hd_text_begin(&text);
	hd_stubs_write(&s.model, text.f);
	stubs = hd_text_end(&text);
	hd_text_begin(&text);
	hd_test_write(&s.model, &t, "A test.", NULL, text.f);
	program = hd_text_end(&text);
	assert_non_null(
	    strstr(stubs, "shelf_paint((struct shelf *)a[0].pointer, (struct colour){1, 2, 3});"));
	assert_non_null(strstr(program, "shelf_paint(shelf_1, (struct colour){1, 2, 3});"));
	assert_non_null(strstr(program, "shelf_start(SHELF_LOCKED, \"deep\");"));
	free(stubs);
	free(program);
	end(&s);
}

/* An initialiser that gets no memory from the test makes no object, and a destroyer that gets none ends none.
 */
static void code_instead_of_an_object_changes_the_role(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "pass shelf_free s the_shelf\npass shelf_put 1 the_shelf\n");
	assert_int_equal(s.model.functions[SHELF_FREE].role,
			 HD_ROLE_UNUSABLE); /* ends the library as a whole */
	assert_int_equal(s.model.functions[SHELF_PUT].object, HD_NO_OBJECT);
	assert_int_equal(s.model.objects[0].destroyer, HD_NO_OBJECT);
	end(&s);
}

static void parameters_have_numbers(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "values shelf_put 2 77\n");
	assert_int_equal(s.model.functions[SHELF_PUT].params[1].nvalues, 1);
	assert_int_equal(s.model.functions[SHELF_PUT].params[1].values[0], 77);
	end(&s);
}

static bool calls(const struct hd_part *part, uint32_t function)
{
	for (unsigned i = 0; i < part->n; i++)
		if (part->calls[i].function == function)
			return true;
	return false;
}

/* A smaller test keeps what prepares the library, and what has to come before another call. */
static void smaller_tests_keep_what_is_required(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "pass shelf_start mode 0\nrole shelf_start setup\nbefore shelf_put shelf_join\nskip "
		  "shelf_paint\n");
	for (unsigned i = 0; i < 50; i++) {
		struct hd_test t = next_test(&s), smaller;
		bool changed;

		for (unsigned step = 0; hd_shrink_step(&s.model, &t, step, &smaller, &changed); step++) {
			assert_true(calls(&smaller.prefix, SHELF_START));
			if (calls(&smaller.suffix[0], SHELF_PUT) || calls(&smaller.suffix[1], SHELF_PUT))
				assert_true(calls(&smaller.prefix, SHELF_JOIN));
		}
	}
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(first_object_is_null_only_by_a_hint),
	    cmocka_unit_test(only_named_functions_are_used),
	    cmocka_unit_test(code_of_hints_is_passed),
	    cmocka_unit_test(code_instead_of_an_object_changes_the_role),
	    cmocka_unit_test(parameters_have_numbers),
	    cmocka_unit_test(smaller_tests_keep_what_is_required),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
