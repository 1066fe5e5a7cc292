/* SPDX-License-Identifier: Apache-2.0
 *
 * How many runs of `auto` are those of its systematic search: few at first, every other one if the tree is
 * small, hardly any if it is large. What is a proof. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "strategy/complete.h"

/* How many of 1,000 planned runs are due, when so many were made and this share of the tree is explored. */
static unsigned due(uint64_t made, double explored)
{
	struct hd_complete c = {.runs = made};
	unsigned n = 0;

	for (unsigned i = 0; i < 1000; i++)
		n += hd_complete_is_due(&c, explored);
	return n;
}

static void test_shares(void **state)
{
	(void)state;
	assert_int_equal(due(0, 0), 250);	      /* nothing is known yet */
	assert_int_equal(due(100, 0.5), 500);	      /* 200 runs in all */
	assert_int_equal(due(1000, 1e-2), 500);	      /* 100,000 */
	assert_int_equal(due(1000, 2e-3), 1000 / 16); /* 500,000 */
	assert_int_equal(due(1000, 1e-6), 1000 / 64);
	assert_int_equal(due(1000, 0), 1000 / 64); /* an estimate that says nothing */
}

static void test_proofs(void **state)
{
	struct hd_proof p = {.all = true};

	(void)state;
	assert_true(hd_complete_is_proof(&p));
	p.limits = HD_LIMIT_BIT(REUSE); /* other runs of `auto` look at what that leaves out */
	assert_false(hd_complete_is_proof(&p));
	p.limits = 0;
	p.gaps = HD_GAP_BIT(TIME);
	assert_false(hd_complete_is_proof(&p));
	p = (struct hd_proof){.tried = 3};
	assert_false(hd_complete_is_proof(&p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares), cmocka_unit_test(test_proofs)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
