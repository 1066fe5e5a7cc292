/* SPDX-License-Identifier: Apache-2.0
 *
 * What an attempt takes for its next operation, and what spoils it; how a record of a run guides another one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "strategy/aimed/follow.h"
#include "strategy/aimed/iroot_progress.h"

#define X 0x100
#define Y 0x200

static struct hd_op read_of(uint64_t addr, uint32_t site)
{
	return (struct hd_op){.addr = addr, .size = 4, .kind = HD_READ, .site = site};
}

static struct hd_op write_of(uint64_t addr, uint32_t site)
{
	return (struct hd_op){.addr = addr, .size = 4, .kind = HD_WRITE, .site = site};
}

/* Sites 1, 2, 3, 4 are A, B, C, D; all write but those that the mask has read. */
static struct hd_iroot_progress quest_of(unsigned idiom, unsigned n, unsigned reads)
{
	struct hd_iroot r = {.idiom = (uint8_t)idiom, .n = (uint8_t)n};
	struct hd_iroot_progress q;

	for (unsigned i = 0; i < n; i++) {
		r.sites[i] = i + 1;
		r.kinds[i] = reads & 1u << i ? HD_READ : HD_WRITE;
	}
	hd_iroot_progress_begin(&q, &r, 0);
	return q;
}

static void take(struct hd_iroot_progress *q, hd_tid t, struct hd_op op)
{
	assert_true(hd_iroot_progress_fits(q, q->at, t, &op));
	hd_iroot_progress_take(q, t, &op);
	assert_true(hd_iroot_progress_saw(q, t, &op));
}

static bool spoils(struct hd_iroot_progress *q, hd_tid t, struct hd_op op)
{
	struct hd_iroot_progress copy = *q;

	assert_true(hd_iroot_progress_spoils(q, t, &op) == !hd_iroot_progress_saw(&copy, t, &op));
	return hd_iroot_progress_spoils(q, t, &op);
}

static void only_what_comes_between_spoils(void **unused)
{
	struct hd_iroot_progress q = quest_of(1, 2, 0);

	(void)unused;
	assert_false(spoils(&q, 3, write_of(X, 9))); /* nothing is done yet */
	take(&q, 1, write_of(X, 1));
	assert_true(spoils(&q, 3, write_of(X, 9)));
	assert_true(spoils(&q, 1, write_of(X, 9)));
	assert_false(spoils(&q, 3, read_of(X, 9))); /* B still follows the write */
	assert_false(spoils(&q, 3, write_of(Y, 9)));
	assert_false(spoils(&q, 2, write_of(X, 2))); /* it is B */
	assert_true(spoils(&q, 1, write_of(X, 2)));  /* B, but of the same thread */
	take(&q, 2, write_of(X, 2));
	assert_true(q.exposed);
}

static void a_read_is_followed_as_the_last_one_of_its_thread(void **unused)
{
	struct hd_iroot_progress q = quest_of(1, 2, 1);

	(void)unused;
	take(&q, 1, read_of(X, 1));
	assert_true(spoils(&q, 1, read_of(X, 9)));
	assert_false(spoils(&q, 3, read_of(X, 9)));
}

static void operations_fit_by_place_and_thread(void **unused)
{
	struct hd_iroot_progress q = quest_of(4, 4, 0);
	struct hd_op wrong = write_of(Y, 2), right = write_of(X, 2);

	(void)unused;
	take(&q, 1, write_of(X, 1));
	assert_false(hd_iroot_progress_fits(&q, 1, 2, &wrong));
	assert_false(hd_iroot_progress_fits(&q, 1, 1, &right));
	take(&q, 2, right);
	wrong = write_of(X, 3); /* C is on another location */
	assert_false(hd_iroot_progress_fits(&q, 2, 2, &wrong));
	take(&q, 2, write_of(Y, 3));
	wrong = write_of(Y, 4);
	assert_false(hd_iroot_progress_fits(&q, 3, 3, &wrong)); /* D is by the thread of A */
	take(&q, 1, write_of(Y, 4));
	assert_true(q.exposed);
}

static void a_thread_must_not_touch_between_its_parts(void **unused)
{
	struct hd_iroot_progress q = quest_of(2, 3, 0), six = quest_of(6, 4, 0);

	(void)unused;
	take(&q, 1, write_of(X, 1));
	assert_true(spoils(&q, 1, read_of(X, 9)));
	assert_false(spoils(&q, 1, read_of(Y, 9)));
	take(&six, 1, write_of(X, 1));
	take(&six, 2, write_of(X, 2));
	assert_true(spoils(&six, 2, read_of(X, 9)));
	assert_false(spoils(&six, 1, read_of(X, 9)));
}

static void parts_lie_within_the_window(void **unused)
{
	struct hd_iroot_progress q = quest_of(2, 3, 0), simple = quest_of(1, 2, 0);
	struct hd_op other = read_of(Y, 9);
	unsigned n = 0;

	(void)unused;
	take(&q, 1, write_of(X, 1));
	take(&simple, 1, write_of(X, 1));
	while (n < 1000 && hd_iroot_progress_saw(&q, 1, &other)) {
		assert_true(hd_iroot_progress_saw(&simple, 1, &other)); /* has no window */
		n++;
	}
	assert_int_equal(n, 256);
}

/* Where y is, is not known before C: T1 must not have touched it since A. */
static void y_is_a_place_that_was_not_touched(void **unused)
{
	struct hd_iroot_progress q = quest_of(4, 4, 0);
	struct hd_op touch = read_of(Y, 9), there = write_of(Y, 3), elsewhere = write_of(Y + 64, 3);

	(void)unused;
	take(&q, 1, write_of(X, 1));
	assert_true(hd_iroot_progress_saw(&q, 1, &touch));
	take(&q, 2, write_of(X, 2));
	assert_false(hd_iroot_progress_fits(&q, 2, 2, &there));
	assert_true(hd_iroot_progress_fits(&q, 2, 2, &elsewhere));
}

/* T2 has done its parts: what it does after that is not between them. */
static void the_window_ends_with_the_last_part(void **unused)
{
	struct hd_iroot_progress q = quest_of(4, 4, 0);
	struct hd_op other = read_of(X + 64, 9);

	(void)unused;
	take(&q, 1, write_of(X, 1));
	take(&q, 2, write_of(X, 2));
	take(&q, 2, write_of(Y, 3));
	for (unsigned i = 0; i < 1000; i++)
		assert_true(hd_iroot_progress_saw(&q, 2, &other));
	take(&q, 1, write_of(Y, 4));
	assert_true(q.exposed);
}

static void starting_over_forgets(void **unused)
{
	struct hd_iroot_progress q = quest_of(1, 2, 0);

	(void)unused;
	take(&q, 1, write_of(X, 1));
	hd_iroot_progress_start_over(&q);
	take(&q, 2, write_of(Y, 1));
	take(&q, 1, write_of(Y, 2));
	assert_true(q.exposed);
}

/* ---- follow ---- */

static struct hd_follow *follow;

static int set_up(void **state)
{
	(void)state;
	follow = calloc(1, sizeof *follow);
	return follow ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	free(follow);
	return 0;
}

static const struct hd_step steps[] = {
    {.tid = 0, .kind = HD_CREATE, .site = 1}, {.tid = 1, .kind = HD_START, .site = 2},
    {.tid = 0, .kind = HD_READ, .site = 3},   {.tid = 0, .kind = HD_VALUE, .site = 7},
    {.tid = 1, .kind = HD_WRITE, .site = 4},  {.tid = 0, .kind = HD_WRITE, .site = 5},
    {.tid = 0, .kind = HD_JOIN, .site = 6},   {.tid = 1, .kind = HD_READ, .site = 8, .note = HD_NOTE_PENDING},
};
#define STEPS (sizeof(steps) / sizeof(steps[0]))

static struct hd_op op_of(const struct hd_step *s)
{
	return (struct hd_op){.kind = s->kind, .site = s->site, .addr = X};
}

static void the_guide_knows_how_far_each_has_come(void **unused)
{
	struct hd_op op;
	uint64_t v = 0;

	(void)unused;
	hd_follow_begin(follow, steps, STEPS);
	assert_int_equal(follow->n, STEPS - 1);
	assert_int_equal(hd_follow_at(follow, 0), 0);
	assert_int_equal(hd_follow_at(follow, 1), 1);
	assert_int_equal(hd_follow_at(follow, 2), follow->n);
	for (unsigned i = 0; i < 3; i++) {
		op = op_of(&steps[i]);
		assert_int_equal(hd_follow_place(follow, steps[i].tid, &op), i);
		hd_follow_saw(follow, steps[i].tid, &op);
	}
	assert_false(hd_follow_value(follow, 1, 10, &v));
	assert_true(hd_follow_value(follow, 0, 10, &v));
	assert_int_equal(v, 7);
	assert_int_equal(hd_follow_at(follow, 0), 5);
	assert_int_equal(hd_follow_at(follow, 1), 4);
}

static void what_is_not_in_the_record_comes_before_what_is_next(void **unused)
{
	struct hd_op op = op_of(&steps[0]), unknown = read_of(X, 99);

	(void)unused;
	hd_follow_begin(follow, steps, STEPS);
	hd_follow_saw(follow, 0, &op);
	hd_follow_saw(follow, 0, &unknown);
	assert_int_equal(hd_follow_at(follow, 0), 2);
	op = op_of(&steps[5]); /* it has left something out */
	assert_int_equal(hd_follow_place(follow, 0, &op), 5);
	hd_follow_saw(follow, 0, &op);
	assert_int_equal(hd_follow_at(follow, 0), 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_what_comes_between_spoils),
	    cmocka_unit_test(a_read_is_followed_as_the_last_one_of_its_thread),
	    cmocka_unit_test(operations_fit_by_place_and_thread),
	    cmocka_unit_test(a_thread_must_not_touch_between_its_parts),
	    cmocka_unit_test(parts_lie_within_the_window),
	    cmocka_unit_test(y_is_a_place_that_was_not_touched),
	    cmocka_unit_test(the_window_ends_with_the_last_part),
	    cmocka_unit_test(starting_over_forgets),
	    cmocka_unit_test_setup_teardown(the_guide_knows_how_far_each_has_come, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_is_not_in_the_record_comes_before_what_is_next, set_up,
					    tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
