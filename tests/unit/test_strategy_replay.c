/* SPDX-License-Identifier: Apache-2.0
 *
 * Replay repeats any run step by step, and stops at the first step that does not fit without consuming it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "strategy/replay.h"
#include "test_strategy_recorded.h"

static const struct hd_plan replay_plan = {.strategy = HD_STRATEGY_replay};
static struct sim_run replayed;

static void repeats_every_run(void **state)
{
	for (uint64_t seed = 0; seed < 500; seed++) {
		record(seed);
		sim_go(&program, *state, &replay_plan, &recorded, &replayed);
		assert_false(replayed.diverged);
		assert_int_equal(replayed.n, STEPS);
		assert_memory_equal(replayed.steps, recorded.steps, STEPS * sizeof(recorded.steps[0]));
		assert_int_equal(hd_replay_position(*state), STEPS);
	}
}

/* Replay what is in `recorded` after a change of step `at`: all before it happens, and nothing more. */
static void assert_diverges_at(void *state, unsigned at)
{
	sim_go(&program, state, &replay_plan, &recorded, &replayed);
	assert_true(replayed.diverged);
	assert_int_equal(replayed.n, at);
	assert_int_equal(hd_replay_position(state), at);
}

static void stops_at_another_site(void **state)
{
	for (unsigned at = 0; at < STEPS; at++) {
		record(7);
		recorded.steps[at].site++;
		assert_diverges_at(*state, at);
	}
}

static void stops_at_another_operation(void **state)
{
	for (unsigned at = 0; at < STEPS; at++) {
		record(8);
		recorded.steps[at].kind = HD_FREE;
		assert_diverges_at(*state, at);
	}
}

static void stops_at_a_thread_that_may_not_go(void **state)
{
	static const hd_tid impossible[] = {3, HD_MAX_THREADS - 1, HD_MAX_THREADS, HD_NO_TID};

	for (unsigned i = 0; i < sizeof(impossible) / sizeof(impossible[0]); i++) {
		record(9);
		recorded.steps[4].tid = impossible[i];
		assert_diverges_at(*state, 4);
	}
}

static void stops_where_the_schedule_ends(void **state)
{
	for (unsigned length = 0; length < STEPS; length++) {
		record(10);
		recorded.n = length;
		assert_diverges_at(*state, length);
	}
}

static void stops_without_a_schedule(void **state)
{
	sim_go(&program, *state, &replay_plan, NULL, &replayed);
	assert_true(replayed.diverged);
	assert_int_equal(replayed.n, 0);
}

static void stops_at_a_data_choice_nobody_asked_for(void **state)
{
	record(11);
	recorded.steps[5].kind = HD_VALUE;
	assert_diverges_at(*state, 5);
}

/* What was announced but not performed when the recorded run ended is no step to follow. */
static void stops_at_what_was_only_announced(void **state)
{
	record(12);
	recorded.steps[STEPS - 1].note = HD_NOTE_PENDING;
	assert_diverges_at(*state, STEPS - 1);
}

static const struct hd_strategy_ops *begin_script(void *state, const struct hd_step *script, uint64_t n)
{
	const struct hd_strategy_ops *replay = hd_strategies[HD_STRATEGY_replay];
	struct hd_run_info info = {.plan = &replay_plan, .script = script, .nscript = n};

	assert_true(replay->begin(state, &info));
	return replay;
}

static void repeats_data_choices(void **state)
{
	static const struct hd_step script[] = {{.kind = HD_VALUE, .site = 2}, {.kind = HD_VALUE, .site = 0}};
	const struct hd_strategy_ops *replay = begin_script(*state, script, 2);

	assert_int_equal(replay->value(*state, NULL, 3), 2);
	assert_int_equal(replay->value(*state, NULL, 1), 0);
	assert_int_equal(hd_replay_position(*state), 2);
	assert_true(replay->value(*state, NULL, 3) == UINT64_MAX); /* the end */
	assert_int_equal(hd_replay_position(*state), 2);
}

static void stops_at_data_choices_that_do_not_fit(void **state)
{
	static const struct hd_step too_large[] = {{.kind = HD_VALUE, .site = 3}};
	static const struct hd_step no_choice[] = {{.kind = HD_READ, .site = 0}};

	assert_true(begin_script(*state, too_large, 1)->value(*state, NULL, 3) == UINT64_MAX);
	assert_int_equal(hd_replay_position(*state), 0);
	assert_true(begin_script(*state, no_choice, 1)->value(*state, NULL, 3) == UINT64_MAX);
	assert_int_equal(hd_replay_position(*state), 0);
}

static void tells_signals_from_outside_apart(void **state)
{
	static const struct hd_step script[] = {{.kind = HD_VALUE, .site = 15, .note = HD_NOTE_SIGNAL},
						{.kind = HD_VALUE, .site = 1}};
	const struct hd_strategy_ops *replay = begin_script(*state, script, 2);

	assert_true(replay->value(*state, NULL, 100) == UINT64_MAX); /* it is no choice */
	assert_int_equal(hd_replay_position(*state), 0);
	assert_int_equal(hd_replay_arrival(*state), 15);
	assert_int_equal(hd_replay_arrival(*state), 0); /* a choice is no signal */
	assert_int_equal(replay->value(*state, NULL, 2), 1);
	assert_int_equal(hd_replay_arrival(*state), 0); /* the end */
	assert_int_equal(hd_replay_position(*state), 2);
}

static void hands_on_the_note_of_a_step(void **state)
{
	static const struct hd_op ops[] = {{.kind = HD_COND_SLEEP, .site = 5}};
	static const hd_tid ready[] = {0};
	static const struct hd_step script[] = {{.kind = HD_COND_SLEEP, .site = 5, .note = HD_NOTE_TIMEOUT},
						{.kind = HD_COND_SLEEP, .site = 5}};
	const struct hd_strategy_ops *replay = begin_script(*state, script, 2);
	struct hd_choice c = {.ready = ready, .nready = 1, .current = HD_NO_TID, .ops = ops};

	assert_int_equal(replay->pick(*state, &c), 0);
	assert_int_equal(hd_replay_note(*state), HD_NOTE_TIMEOUT);
	assert_int_equal(replay->pick(*state, &c), 0);
	assert_int_equal(hd_replay_note(*state), 0);
}

static int make_state(void **state)
{
	*state = sim_state_new(HD_STRATEGY_replay);
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
	    cmocka_unit_test(repeats_every_run),
	    cmocka_unit_test(stops_at_another_site),
	    cmocka_unit_test(stops_at_another_operation),
	    cmocka_unit_test(stops_at_a_thread_that_may_not_go),
	    cmocka_unit_test(stops_where_the_schedule_ends),
	    cmocka_unit_test(stops_without_a_schedule),
	    cmocka_unit_test(stops_at_a_data_choice_nobody_asked_for),
	    cmocka_unit_test(stops_at_what_was_only_announced),
	    cmocka_unit_test(repeats_data_choices),
	    cmocka_unit_test(stops_at_data_choices_that_do_not_fit),
	    cmocka_unit_test(tells_signals_from_outside_apart),
	    cmocka_unit_test(hands_on_the_note_of_a_step),
	};

	return cmocka_run_group_tests_name("replay", tests, make_state, drop_state);
}
