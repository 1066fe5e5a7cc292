/* SPDX-License-Identifier: Apache-2.0
 *
 * What each of many inputs adds, and where an input goes in a command. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "heddle/inputs/input_list.h"
#include "heddle/inputs/input_yield.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void test_who_adds_what(void **state)
{
	int64_t small[] = {1, 2}, large[] = {1, 2, 3, 4}, other[] = {4, 9}, same[] = {1, 2, 3, 4};
	struct hd_input_yield y[] = {{.covered = small, .n = COUNT(small)},
				     {.covered = large, .n = COUNT(large)},
				     {.covered = other, .n = COUNT(other)},
				     {.n = 0},
				     {.covered = same, .n = COUNT(same)}};

	(void)state;
	hd_input_yields(y, COUNT(y));
	assert_int_equal(y[0].adds, 0);
	assert_int_equal(y[1].adds, 4);
	assert_int_equal(y[2].adds, 1);
	assert_int_equal(y[3].adds, 0);
	assert_int_equal(y[4].adds, 0);
	assert_int_equal(y[2].alone, 1);
	assert_int_equal(y[1].alone, 0); /* another one covers all of it as well */
	hd_input_yields(y, 0);
}

/* Whatever they are: those that add something cover together what all cover. */
static void test_nothing_is_lost_without_the_empty_ones(void **state)
{
	struct hd_rng rng;
	int64_t ids[12][40];
	struct hd_input_yield y[12];

	(void)state;
	hd_rng_seed(&rng, 3);
	for (int round = 0; round < 200; round++) {
		size_t sum = 0, all = 0;
		bool in_all[60] = {false}, in_kept[60] = {false};

		for (int i = 0; i < 12; i++) {
			y[i] = (struct hd_input_yield){.covered = ids[i]};
			for (int64_t id = 0; id < 60 && y[i].n < 40; id++)
				if (hd_rng_below(&rng, 10) < 2)
					ids[i][y[i].n++] = id;
		}
		hd_input_yields(y, 12);
		for (int i = 0; i < 12; i++) {
			sum += y[i].adds;
			for (size_t k = 0; k < y[i].n; k++) {
				in_all[ids[i][k]] = true;
				in_kept[ids[i][k]] |= y[i].adds > 0;
			}
		}
		for (int id = 0; id < 60; id++) {
			all += in_all[id];
			assert_int_equal(in_all[id], in_kept[id]);
		}
		assert_int_equal(sum, all);
	}
}

static void check_command(const struct hd_input *i, char *const *program, size_t n, const char *const *want,
			  const char *want_input)
{
	struct hd_words words = {0};
	const char *input;
	size_t k;

	assert_int_equal(hd_input_command(i, program, n, &words, &input), 0);
	for (k = 0; want[k]; k++)
		assert_string_equal(words.at[k], want[k]);
	assert_int_equal(words.count, k);
	if (want_input)
		assert_string_equal(input, want_input);
	else
		assert_null(input);
	hd_words_free(&words);
}

static void test_where_an_input_goes(void **state)
{
	char prog[] = "./p", mark[] = "@@", within[] = "-f@@,@@", file[] = "c/a b", f[] = "std";
	char *one[] = {prog, mark}, *inside[] = {prog, within, mark}, *none[] = {prog, prog};
	char *words[] = {file, mark, NULL};
	struct hd_input of_folder = {.args = {.at = words, .count = 1}};
	struct hd_input of_list = {.args = {.at = words, .count = 2}, .file = f, .line = 7};
	const char *input;
	struct hd_words out = {0};

	(void)state;
	check_command(&of_folder, one, 2, (const char *[]){"./p", "c/a b", NULL}, NULL);
	check_command(&of_folder, inside, 3, (const char *[]){"./p", "-fc/a b,c/a b", "c/a b", NULL}, NULL);
	check_command(&of_folder, none, 2, (const char *[]){"./p", "./p", NULL}, "c/a b");
	check_command(&of_list, one, 2, (const char *[]){"./p", "c/a b", "@@", NULL}, "std");
	check_command(&of_list, none, 2, (const char *[]){"./p", "./p", "c/a b", "@@", NULL}, "std");
	assert_int_not_equal(hd_input_command(&of_list, inside, 3, &out, &input), 0);
	hd_words_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_who_adds_what),
	    cmocka_unit_test(test_nothing_is_lost_without_the_empty_ones),
	    cmocka_unit_test(test_where_an_input_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
