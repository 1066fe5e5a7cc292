/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle gen` without a library: facts as text, what names say, hints, and tests that are composed: each
 * object that a call uses was made before, by the prefix or by the same thread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "gen/api/api_text.h"
#include "gen/model/conventions.h"
#include "gen/model/hints.h"
#include "gen/model/infer.h"
#include "gen/tests/generator.h"
#include "gen/tests/shrink.h"

/* struct queue, made by queue_new and ended by queue_free; two queues can be joined, and one be taken over.
 */
static const char facts[] = "header \"queue.h\"\n"
			    "record 0 0 0 struct queue\n"
			    "type 6 0 0 8 1 struct queue *\n"
			    "type 5 0 0 0 0 struct queue\n"
			    "type 0 0 0 0 0 void\n"
			    "type 2 0 1 4 0 int\n"
			    "function 0 0 0 queue_new\n"
			    "param 3 capacity\n"
			    "function 2 0 0 queue_free\n"
			    "param 0 q\n"
			    "function 3 0 0 queue_join\n"
			    "param 0 q\n"
			    "param 0 other\n"
			    "function 2 0 0 queue_swallow\n"
			    "param 0 q\n"
			    "param 0 prey\n"
			    "function 0 0 0 queue_split\n"
			    "param 0 q\n"
			    "param 3 index\n";

struct scene {
	struct hd_api api;
	struct hd_model model;
};

static void begin(struct scene *s, const char *hints)
{
	char *wrong;

	*s = (struct scene){0};
	assert_null(hd_api_parse(&s->api, facts, strlen(facts)));
	hd_model_make(&s->model, &s->api);
	wrong = hd_hints_apply(&s->model, hints);
	assert_null(wrong);
	hd_model_settle(&s->model);
}

static void end(struct scene *s)
{
	hd_model_term(&s->model);
	hd_api_term(&s->api);
}

static void facts_survive_as_text(void **state)
{
	struct hd_api api = {0};
	struct hd_text text;
	char *again;

	(void)state;
	assert_null(hd_api_parse(&api, facts, strlen(facts)));
	hd_text_begin(&text);
	hd_api_write(&api, text.f);
	again = hd_text_end(&text);
	assert_string_equal(again, facts);
	free(again);
	hd_api_term(&api);
}

static void nonsense_is_refused(void **state)
{
	static const char *const texts[] = {
	    "type 6 0 0 8 1 struct queue *\n", /* points to what is not there */
	    "param 0 q\n",
	    "value 1 A\n",
	    "function 0 0 0 f\n",
	    "type 77 0 0 0 0 x\n",
	    "argument 0\n",
	    "frob\n",
	    "header x"};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct hd_api api = {0};
		char *error = hd_api_parse(&api, texts[i], strlen(texts[i]));

		assert_non_null(error);
		free(error);
		hd_api_term(&api);
	}
}

static void words_of_names(void **state)
{
	(void)state;
	assert_true(hd_name_has("queue_new", HD_WORD_CREATES));
	assert_true(hd_name_has("XML_ParserCreateNS", HD_WORD_CREATES));
	assert_false(hd_name_has("renewal", HD_WORD_CREATES));
	assert_true(hd_name_ends("deflateEnd", HD_WORD_ENDS));
	assert_false(hd_name_ends("queue_close_all", HD_WORD_ENDS));
	assert_true(hd_name_has("buf_size", HD_WORD_SIZE));
}

static void roles_follow_from_names_and_hints(void **state)
{
	struct scene s;

	(void)state;
	begin(&s, "");
	assert_int_equal(s.model.functions[0].role, HD_ROLE_CREATOR);
	assert_int_equal(s.model.functions[1].role, HD_ROLE_DESTROYER);
	assert_int_equal(s.model.functions[2].role, HD_ROLE_OPERATION);
	assert_int_equal(s.model.functions[4].role, HD_ROLE_OPERATION);
	assert_int_equal(s.model.objects[0].destroyer, 1);
	end(&s);
	begin(&s, "role queue_split creator\nvalues queue_new capacity 7\nskip queue_join # never\n");
	assert_int_equal(s.model.functions[4].role, HD_ROLE_CREATOR);
	assert_int_equal(s.model.functions[0].params[0].nvalues, 1);
	assert_int_equal(s.model.functions[0].params[0].values[0], 7);
	assert_int_equal(s.model.functions[2].role, HD_ROLE_UNUSABLE);
	end(&s);
}

static void orders_keep_the_order_of_each_thread(void **state)
{
	struct hd_test t = {.suffix = {{.n = 2}, {.n = 2}}};
	uint32_t orders[GEN_ORDERS];

	(void)state;
	assert_int_equal(hd_test_orders(&t, orders), 6); /* 4 over 2 */
	t.suffix[0].n = t.suffix[1].n = 3;
	assert_int_equal(hd_test_orders(&t, orders), 20); /* 6 over 3 */
	t.suffix[0].n = t.suffix[1].n = t.suffix[2].n = 2;
	assert_int_equal(hd_test_orders(&t, orders), 90); /* 6! / 2! / 2! / 2! */
	for (unsigned i = 0; i < 90; i++) {
		unsigned calls[GEN_THREADS] = {0};

		for (unsigned c = 0; c < 6; c++)
			calls[orders[i] >> 2 * c & 3]++;
		for (unsigned thread = 0; thread < GEN_THREADS; thread++)
			assert_int_equal(calls[thread], 2);
		for (unsigned j = 0; j < i; j++)
			assert_int_not_equal(orders[i], orders[j]);
	}
}

static void see_slots(const struct gen_call *call, bool *filled, bool *taken)
{
	for (unsigned a = 0; a < call->arguments; a++)
		if (call->argument[a].kind == GEN_OBJECT) {
			assert_true(call->argument[a].index < GEN_SLOTS);
			assert_true(filled[call->argument[a].index]);
			assert_false(taken[call->argument[a].index]);
		}
	for (unsigned a = 0; a < call->arguments; a++) /* queue_swallow takes its second one over */
		if (call->function == 3 && a == 1 && call->argument[a].kind == GEN_OBJECT)
			taken[call->argument[a].index] = true;
	if (call->result != GEN_NO_SLOT)
		filled[call->result] = true;
}

static void check_job(const struct gen_job *job)
{
	bool filled[GEN_SLOTS] = {false}, taken[GEN_SLOTS] = {false};
	unsigned at = job->prefix + gen_suffix_calls(job);

	assert_true(at + job->end <= GEN_CALLS);
	for (unsigned i = 0; i < job->prefix; i++)
		see_slots(&job->calls[i], filled, taken);
	for (unsigned thread = 0; thread < GEN_THREADS; thread++) {
		bool own[GEN_SLOTS], own_taken[GEN_SLOTS];
		unsigned first = gen_first_call(job, thread);

		memcpy(own, filled, sizeof own);
		memcpy(own_taken, taken, sizeof own_taken);
		for (unsigned i = first; i < first + job->suffix[thread]; i++)
			see_slots(&job->calls[i], own, own_taken);
	}
}

/* Everything is accepted, as if nothing ever failed. */
static void composed_tests_are_well_formed(void **state)
{
	struct scene s;
	struct hd_experience experience;
	struct hd_generator g;
	uint32_t objects[] = {0};
	bool usable[] = {false, false, true, true, true};
	unsigned tests = 0;

	(void)state;
	begin(&s, "owned queue_swallow prey\nnot-null queue_swallow prey\n");
	hd_experience_init(&experience, &s.model);
	hd_generator_init(&g, &s.model, &experience, 1, objects, 1, usable);
	for (unsigned i = 0; i < 5000; i++) {
		struct hd_candidate c;
		struct gen_job job;

		if (!hd_generator_next(&g, &c))
			continue;
		hd_test_job(&s.model, &c.test, false, &job);
		check_job(&job);
		if (c.kind == HD_CANDIDATE_TEST) {
			struct hd_test smaller;
			bool changed;

			tests++;
			for (unsigned step = 0;
			     tests % 50 == 0 && hd_shrink_step(&s.model, &c.test, step, &smaller, &changed);
			     step++) {
				hd_test_job(&s.model, &smaller, false, &job);
				check_job(&job);
			}
		} else {
			hd_generator_accept(&g, &c);
		}
	}
	assert_true(tests > 1000);
	hd_generator_term(&g);
	hd_experience_term(&experience);
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(facts_survive_as_text),
	    cmocka_unit_test(nonsense_is_refused),
	    cmocka_unit_test(words_of_names),
	    cmocka_unit_test(roles_follow_from_names_and_hints),
	    cmocka_unit_test(orders_keep_the_order_of_each_thread),
	    cmocka_unit_test(composed_tests_are_well_formed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
