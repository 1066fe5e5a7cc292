/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads are drawn as often as their weights say, whatever was set before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "strategy/random/weights.h"

static struct hd_weights w;
static struct hd_rng rng;

/* Each draw hits weight i with p = w_i / total: over 1000 draws for each unit of weight, 1000 * w_i times,
 * +- 5 * sqrt(1000 * w_i) for five sigma. */
static void assert_draws_follow_weights(void)
{
	static unsigned drawn[HD_MAX_THREADS];

	for (uint32_t i = 0; i < w.n; i++)
		drawn[i] = 0;
	for (uint32_t i = 0; i < 1000 * w.total; i++) {
		hd_tid t = hd_weights_draw(&w, &rng);

		assert_true(t < w.n);
		drawn[t]++;
	}
	for (uint32_t i = 0; i < w.n; i++) {
		double off = drawn[i] - 1000. * w.weight[i];

		assert_true(off * off <= 25 * 1000. * w.weight[i]);
	}
}

static void draws_follow_weights(void **unused)
{
	(void)unused;
	for (unsigned n = 1; n < 20; n++) {
		hd_weights_clear(&w);
		for (unsigned i = 0; i < n; i++)
			hd_weights_append(&w, (i * 7 + n) % 5 + (i == 0));
		assert_draws_follow_weights();
		for (unsigned i = 0; i < n; i += 2)
			hd_weights_set(&w, (hd_tid)i, (i * 3 + n) % 4 + (i == 0));
		assert_draws_follow_weights();
	}
}

static void nothing_is_drawn_from_nothing(void **unused)
{
	(void)unused;
	hd_weights_clear(&w);
	assert_int_equal(hd_weights_draw(&w, &rng), HD_NO_TID);
	hd_weights_append(&w, 0);
	hd_weights_append(&w, 3);
	hd_weights_set(&w, 1, 0);
	assert_int_equal(hd_weights_draw(&w, &rng), HD_NO_TID);
	hd_weights_set(&w, 0, 1);
	assert_int_equal(hd_weights_draw(&w, &rng), 0);
}

static void the_last_of_very_many_is_found(void **unused)
{
	(void)unused;
	hd_weights_clear(&w);
	for (unsigned i = 0; i < HD_MAX_THREADS; i++)
		hd_weights_append(&w, i == HD_MAX_THREADS - 1);
	assert_int_equal(hd_weights_draw(&w, &rng), HD_MAX_THREADS - 1);
	hd_weights_append(&w, 1); /* one too many: ignored */
	assert_int_equal(w.n, HD_MAX_THREADS);
	assert_int_equal(w.total, 1);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(draws_follow_weights),
	    cmocka_unit_test(nothing_is_drawn_from_nothing),
	    cmocka_unit_test(the_last_of_very_many_is_found),
	};

	hd_rng_seed(&rng, 1);
	return cmocka_run_group_tests_name("weights", tests, NULL, NULL);
}
