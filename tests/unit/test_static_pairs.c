/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of pairs as a file: what is written is read again, and what is wrong is refused by a sentence; and
 * where modules of bitcode begin and end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/event.h"
#include "model/static/bitcode.h"
#include "model/static/pairs_parse.h"

static const char example[] = "heddle-pairs 3\n"
			      "instructions 42\n"
			      "lost 0\n"
			      "file \"/tmp/a \\\"b\\\".c\"\n"
			      "place write 0 12 5 \"put\"\n"
			      "place read none 0 0 \"get\"\n"
			      "place create 0 20 2 \"main\"\n"
			      "about 0 \"queue.head\"\n"
			      "thread one none \"main\"\n"
			      "thread many 2 \"put\"\n"
			      "count \"lock\" 3 0 0 1\n"
			      "pair RW must 0 1 2 3\n"
			      "pair RW may 0 0 2 2\n"
			      "node calm 0\n"
			      "node wild none\n"
			      "edge 0 1\n"
			      "edge 1 0\n"
			      "end\n";

static void written_and_read(void **state)
{
	struct hd_pairs pairs;
	struct hd_text text;
	char *error = hd_pairs_parse(&pairs, example, sizeof example - 1), *again;

	(void)state;
	assert_null(error);
	assert_int_equal(pairs.npairs, 2);
	assert_true(pairs.pairs[0].must);
	assert_int_equal(pairs.pairs[0].threads_b, 3);
	assert_int_equal(pairs.places[0].what, HD_WRITE);
	assert_string_equal(pairs.files[0], "/tmp/a \"b\".c");
	assert_string_equal(hd_pair_object(&pairs, &pairs.pairs[0]), "queue.head");
	assert_true(pairs.threads[1].many);
	assert_int_equal(pairs.nodes[0].place, 0);
	assert_true(pairs.nodes[1].wild);
	assert_int_equal(pairs.edges[1].from, 1);
	hd_text_begin(&text);
	hd_pairs_print(&pairs, text.f);
	again = hd_text_end(&text);
	assert_string_equal(again, example);
	free(again);
	hd_pairs_term(&pairs);
}

static void refused(const char *text, const char *why)
{
	struct hd_pairs pairs;
	char *error = hd_pairs_parse(&pairs, text, strlen(text));

	assert_non_null(error);
	if (!strstr(error, why))
		fail_msg("\"%s\" does not say \"%s\"", error, why);
	assert_int_equal(pairs.npairs + pairs.nplaces + pairs.nfiles, 0);
	free(error);
}

static void wrong_ones_are_refused(void **state)
{
	(void)state;
	refused("", "truncated");
	refused("pairs\n", "no list of pairs");
	refused("heddle-pairs 2\nend\n", "version 2");
	refused("heddle-pairs 3\n", "truncated");
	refused("heddle-pairs 3\nfile \"a\"\npair RW must 0 0 1 1\nend\n", "no place 0");
	refused("heddle-pairs 3\nplace read 0 1 1 \"f\"\nend\n", "no file 0");
	refused("heddle-pairs 3\nplace jump none 1 1 \"f\"\nend\n", "no operation `jump`");
	refused("heddle-pairs 3\nfile \"a\"\nplace read 0 1 1 \"f\"\npair XY may 0 0 1 1\nend\n",
		"no kind of pair");
	refused("heddle-pairs 3\nnode calm 0\nend\n", "no place 0");
	refused("heddle-pairs 3\nnode mild none\nend\n", "`calm` or `wild`");
	refused("heddle-pairs 3\nnode calm none\nedge 0 1\nend\n", "no node 1");
	refused("heddle-pairs 3\nabout 0 \"x\"\nend\n", "no place 0");
	refused("heddle-pairs 3\nwhatever 1\nend\n", "no known kind");
}

static void put_word(unsigned char *at, uint32_t word)
{
	for (int i = 0; i < 4; i++)
		at[i] = (unsigned char)(word >> 8 * i);
}

/* A module with one block of so many words; returns its size. */
static size_t put_module(unsigned char *at, uint32_t words)
{
	put_word(at, 0xdec04342u);
	put_word(at + 4, 0x35);
	put_word(at + 8, words);
	memset(at + 12, 0x5a, (size_t)words * 4);
	return 12 + (size_t)words * 4;
}

static void modules_follow_each_other(void **state)
{
	unsigned char bytes[256] = {0};
	struct hd_bitcode_module module = {0};
	size_t first = put_module(bytes, 3), second = put_module(bytes + first + 4, 5),
	       all = first + 4 + second;

	(void)state;
	assert_true(hd_bitcode_next(bytes, all, &module));
	assert_int_equal(module.offset, 0);
	assert_int_equal(module.size, first);
	assert_true(hd_bitcode_next(bytes, all, &module));
	assert_int_equal(module.offset, first + 4);
	assert_int_equal(module.size, second);
	assert_false(hd_bitcode_next(bytes, all, &module));
	assert_null(module.error);
	module = (struct hd_bitcode_module){0};
	assert_true(hd_bitcode_next(bytes, all - 1, &module));
	assert_false(hd_bitcode_next(bytes, all - 1, &module));
	assert_non_null(module.error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(written_and_read),
					   cmocka_unit_test(wrong_ones_are_refused),
					   cmocka_unit_test(modules_follow_each_other)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
