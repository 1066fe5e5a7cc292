/* SPDX-License-Identifier: Apache-2.0
 *
 * A run that follows an outline goes as the outline says, and by default, without preemptions, where it says
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "heddle/shrink/outline.h"
#include "strategy/guide.h"
#include "test_strategy_recorded.h"

static const struct hd_plan guide_plan = {.strategy = HD_STRATEGY_guide};
static struct sim_run script, guided;

static void follow(void *state, const struct hd_outline *o)
{
	script.n = 0;
	for (size_t i = 0; i < o->n; i++)
		script.steps[script.n++] =
		    (struct hd_step){.tid = o->blocks[i].tid, .kind = HD_NONE, .site = o->blocks[i].target};
	sim_go(&program, state, &guide_plan, &script, &guided);
}

static void an_outline_repeats_its_run(void **state)
{
	struct hd_outline o = {0};

	for (uint64_t seed = 0; seed < 500; seed++) {
		record(seed);
		hd_outline_of_steps(&o, recorded.steps, recorded.n);
		follow(*state, &o);
		assert_int_equal(guided.n, STEPS);
		assert_memory_equal(guided.steps, recorded.steps, STEPS * sizeof(recorded.steps[0]));
		assert_in_range(hd_guide_preemptions(*state), 0,
				hd_run_size_of(guided.steps, guided.n).switches);
	}
	hd_outline_term(&o);
}

static void without_an_outline_no_thread_is_preempted(void **state)
{
	struct hd_outline o = {0};
	struct hd_run_size size;

	follow(*state, &o);
	size = hd_run_size_of(guided.steps, guided.n);
	assert_int_equal(hd_guide_preemptions(*state), 0);
	assert_int_equal(size.threads, 3);
	assert_int_equal(size.steps, STEPS);
	assert_in_range(size.switches, 2, 4); /* main, both workers, and main again, once or twice */
}

/* What is impossible is passed over: the run ends all the same. */
static void blocks_that_cannot_be_are_passed_over(void **state)
{
	struct hd_outline o = {0};

	hd_outline_add(&o, 2, 5); /* it is not there yet */
	hd_outline_add(&o, HD_MAX_THREADS - 1, 1);
	hd_outline_add(&o, 0, 1000);
	hd_outline_add(&o, 1, 2); /* it holds the lock … */
	hd_outline_add(&o, 2, 4); /* … that this one wants */
	follow(*state, &o);
	assert_int_equal(guided.n, STEPS);
	hd_outline_term(&o);
}

static void values_are_those_of_the_thread_that_asks(void **state)
{
	static const struct hd_op ops[] = {{.kind = HD_SIGNAL}, {.kind = HD_SIGNAL}};
	static const hd_tid ready[] = {0, 1};
	static const struct hd_step steps[] = {{.tid = 1, .kind = HD_NONE, .site = 1},
					       {.tid = 0, .kind = HD_VALUE, .site = 2},
					       {.tid = 1, .kind = HD_VALUE, .site = 1}};
	const struct hd_strategy_ops *guide = hd_strategies[HD_STRATEGY_guide];
	const struct hd_run_info info = {.plan = &guide_plan, .script = steps, .nscript = 3};
	struct hd_choice c = {.ready = ready, .nready = 2, .current = HD_NO_TID, .ops = ops};

	assert_true(guide->begin(*state, &info));
	assert_int_equal(guide->pick(*state, &c), 1);
	guide->saw(*state, 1, &ops[1], &c);
	assert_int_equal(guide->value(*state, NULL, 3), 1);
	assert_int_equal(guide->value(*state, NULL, 3),
			 2); /* it has no other: not 0, which stands for what is rare */
	guide->saw(*state, 0, &ops[0], &c);
	assert_int_equal(guide->value(*state, NULL, 3), 2);
}

static int make_state(void **state)
{
	*state = sim_state_new(HD_STRATEGY_guide);
	return 0;
}

static int drop_state(void **state)
{
	free(*state);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_outline_repeats_its_run),
	    cmocka_unit_test(without_an_outline_no_thread_is_preempted),
	    cmocka_unit_test(blocks_that_cannot_be_are_passed_over),
	    cmocka_unit_test(values_are_those_of_the_thread_that_asks),
	};
	return cmocka_run_group_tests(tests, make_state, drop_state);
}
