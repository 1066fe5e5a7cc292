/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle show: no line is wider than it may be, with --all no step is missing, what is folded is counted
 * exactly, and the locks that threads hold are right. Reports are made up here: many threads, very long names
 * and lines, wide characters, libraries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fail.h"
#include "base/rng.h"
#include "base/text.h"
#include "report/held_locks.h"
#include "report/origin.h"
#include "report/render/rows.h"
#include "report/render/whole_interleaving.h"
#include "report/utf8.h"

#define LONG_NAME                                                                                            \
	"a_very_long_name_of_a_member_that_a_generator_has_made_up_and_that_is_wider_than_any_terminal_is"

static struct hd_report *report;
static size_t cap;

static void begin_report(const char *message)
{
	report = hd_new(1, sizeof *report);
	cap = 0;
	report->tid = -1;
	report->kind = hd_strdup("deadlock");
	report->message = hd_strdup(message);
}

static void end_report(void)
{
	hd_report_free(report);
	report = NULL;
}

static struct hd_report_step *add(unsigned tid, const char *what, const char *object)
{
	struct hd_report_step *s;

	report->steps_list =
	    hd_grow(report->steps_list, &cap, report->nsteps + 1, sizeof *report->steps_list);
	s = &report->steps_list[report->nsteps];
	*s = (struct hd_report_step){.step = report->nsteps++,
				     .tid = tid,
				     .what = hd_strdup(what),
				     .object = hd_strdup_or_null(object)};
	report->steps = report->nsteps;
	return s;
}

static struct hd_report_step *at(struct hd_report_step *s, const char *file, int line, const char *source)
{
	s->where.file = hd_strdup(file);
	s->where.line = line;
	s->where.source = hd_strdup(source);
	return s;
}

static char *shown(struct hd_show_options o)
{
	struct hd_text text;

	hd_text_begin(&text);
	hd_report_show(report, text.f, &o);
	return hd_text_end(&text);
}

static const char *pick(struct hd_rng *rng, const char *const *words, size_t n)
{
	return words[hd_rng_below(rng, n)];
}

/* Any kinds of steps of so many threads. */
static void make_up(uint64_t seed, unsigned threads, unsigned steps)
{
	static const char *const whats[] = {"lock", "unlock", "read",	"write",   "cond-wait", "relock",
					    "free", "start",  "create", "trylock", "atomic-rmw"};
	static const char *const objects[] = {"m", "x", "block A[8]", "thread 1", LONG_NAME, "漢字の鎖", "é"};
	static const char *const values[] = {"0", "-17", "0x7fffffffe0a8"};
	static const char *const files[] = {"/home/a/main.c", "/usr/include/c++/12/bits/stl_tree.h",
					    "/home/a/" LONG_NAME ".c", "/usr/include/gtest/gtest.h"};
	static const char *const sources[] = {
	    "x = 1;", LONG_NAME "(" LONG_NAME ");", "/* 漢字漢字漢字漢字漢字漢字 */",
	    "put(\"🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂\");"};
	struct hd_rng rng;
	unsigned tid = 0;

	hd_rng_seed(&rng, seed);
	begin_report("a message with " LONG_NAME " and more words after it, so that it has to be folded");
	report->cause = hd_strdup("it fails when /home/a/" LONG_NAME
				  ".c:1 runs before 漢字漢字漢字漢字漢字漢字漢字漢字漢字");
	for (unsigned i = 0; i < steps; i++) {
		tid = hd_rng_below(&rng, 3) ? tid : (unsigned)hd_rng_below(&rng, threads);
		struct hd_report_step *s = add(tid, pick(&rng, whats, 11), pick(&rng, objects, 7));

		at(s, pick(&rng, files, seed % 3 ? 4 : 1), (int)hd_rng_below(&rng, 5000),
		   pick(&rng, sources, 4));
		s->value = hd_rng_below(&rng, 2) ? hd_strdup(pick(&rng, values, 3)) : NULL;
		s->marked = hd_rng_below(&rng, 40) == 0;
	}
}

static void check_fits(const char *text, unsigned width)
{
	char *copy = hd_strdup(text), *rest = copy, *line;

	while ((line = strsep(&rest, "\n")))
		if (hd_width(line) > width)
			fail_msg("%zu columns instead of %u: %s", hd_width(line), width, line);
	free(copy);
}

static void every_width_is_kept(void **unused)
{
	static const unsigned threads[] = {1, 2, 4, 9, 70};

	(void)unused;
	for (unsigned utf8 = 0; utf8 < 2; utf8++) {
		setenv("LC_ALL", utf8 ? "C.UTF-8" : "C", 1);
		for (uint64_t seed = 0; seed < 10; seed++) {
			make_up(seed, threads[seed % 5], 80);
			for (unsigned width = 60; width <= 200; width += 20) {
				char *text = shown((struct hd_show_options){.width = width, .bug = "b"});

				check_fits(text, width);
				free(text);
			}
			end_report();
		}
	}
	setenv("LC_ALL", "C", 1);
}

/* How many rows begin with the number of a step, in order. */
static unsigned numbered_rows(const char *text)
{
	char *copy = hd_strdup(text), *rest = copy, *line, *end;
	unsigned n = 0;

	while ((line = strsep(&rest, "\n"))) {
		const char *p = *line == '!' ? line + 1 : line;
		unsigned long step = strtoul(p, &end, 10);

		if (end != p && p[0] == ' ' && end[0] == ' ' && step == n && end - p >= 5)
			n++;
	}
	free(copy);
	return n;
}

static void nothing_is_missing_with_all(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < 10; seed++) {
		make_up(seed, 1 + (unsigned)seed, 400);
		for (unsigned width = 60; width <= 160; width += 50) {
			char *text = shown((struct hd_show_options){.width = width, .all = true, .bug = "b"});

			assert_int_equal(numbered_rows(text), 400);
			assert_null(strstr(text, " steps are folded"));
			free(text);
		}
		end_report();
	}
}

/* Each step is in one row, in order, and marked ones are shown. */
static void check_rows(struct hd_rows rows)
{
	unsigned next = 0, left_out = 0;

	for (size_t i = 0; i < rows.n; i++) {
		const struct hd_row *row = &rows.list[i];

		assert_int_equal(row->first, next);
		assert_true(row->count > 0 && (!row->shown || row->count == 1));
		next += row->count;
		for (unsigned j = 0; !row->shown && j < row->count; j++)
			assert_false(report->steps_list[row->first + j].marked);
		left_out += row->shown ? 0 : row->count;
		if (row->period) /* what it repeats is above it */
			for (unsigned back = 1; back <= row->period; back++)
				assert_true(rows.list[i - back].shown);
	}
	assert_int_equal(next, report->nsteps);
	assert_int_equal(left_out, hd_rows_left_out(&rows));
	free(rows.list);
}

static void folded_steps_are_counted(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < 40; seed++) {
		make_up(seed, 1 + (unsigned)seed % 4, 1 + (unsigned)seed * 20);
		check_rows(hd_rows_folded(report));
		check_rows(hd_rows_every(report));
		check_rows(hd_rows_between(report, 0, UINT64_MAX));
		end_report();
	}
}

static void some_steps(void **unused)
{
	char *text;

	(void)unused;
	begin_report("m");
	for (unsigned i = 0; i < 50; i++)
		at(add(i % 2, "read", "x"), "/a/b.c", 7, "x");
	text =
	    shown((struct hd_show_options){.width = 80, .some = true, .first = 20, .last = 22, .bug = "b"});
	assert_non_null(strstr(text, "... 20 steps of T0 and T1 (--steps 0-19)\n"));
	assert_non_null(strstr(text, "\n    20  "));
	assert_non_null(strstr(text, "\n    22  "));
	assert_null(strstr(text, "\n    23  "));
	assert_non_null(strstr(text, "... 27 steps of T0 and T1 (--steps 23-49)\n"));
	assert_non_null(strstr(text, "\n47 of 50 steps are folded: `heddle show --all b` shows every step"));
	free(text);
	end_report();
}

/* The steps inside are one row, what was marked in there stays, and a thread that it starts is shown. */
static void libraries_are_folded(void **unused)
{
	static const char library[] = "/usr/include/c++/12/bits/stl_tree.h";
	char *text;

	(void)unused;
	begin_report("m");
	at(add(0, "create", "thread 1"), library, 1, "s");
	for (unsigned i = 0; i < 5; i++)
		at(add(0, "read", "x"), library, (int)i, "inside");
	at(add(0, "write", "x"), library, 9, "inside")->marked = true;
	for (unsigned i = 0; i < 3; i++)
		at(add(1, "lock", "m"), "/p/googletest/src/gtest.cc", (int)i, "inside");
	at(add(1, "read", "x"), "/p/main.c", 4, "own");
	text = shown((struct hd_show_options){.width = 90, .bug = "b"});
	assert_non_null(strstr(text, "create T1"));
	assert_non_null(strstr(text, "... 5 steps of T0 (--steps 1-5) in the C++ library\n"));
	assert_non_null(strstr(text, "\n!    6  "));
	assert_non_null(strstr(text, "... 3 steps of T1 (--steps 7-9) in the test framework\n"));
	assert_non_null(strstr(text, "\n    10  "));
	free(text);
	end_report();
}

static enum hd_origin origin(const char *file, const char *module)
{
	const struct hd_location l = {.file = (char *)file, .module = (char *)module};

	return hd_origin_of(&l);
}

static void origins(void **unused)
{
	(void)unused;
	assert_int_equal(origin("/home/me/gtest_of_mine/check.c", NULL), HD_ORIGIN_PROGRAM);
	assert_int_equal(origin("src/main.c", "prog"), HD_ORIGIN_PROGRAM);
	assert_int_equal(origin("/usr/include/gtest/gtest.h", NULL), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin("/b/_deps/googletest-src/googletest/src/gtest.cc", NULL),
			 HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin("/usr/include/catch2/internal/x.hpp", NULL), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin("/p/third_party/doctest/doctest.h", NULL), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin("/usr/include/boost/test/unit_test.hpp", NULL), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin("/usr/lib/llvm-14/include/c++/v1/map", NULL), HD_ORIGIN_CXX);
	assert_int_equal(origin("/usr/include/x86_64-linux-gnu/bits/stdio2.h", NULL), HD_ORIGIN_SYSTEM);
	assert_int_equal(origin(NULL, "libcheck.so.0"), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin(NULL, "libcmocka.so.0"), HD_ORIGIN_FRAMEWORK);
	assert_int_equal(origin(NULL, "libstdc++.so.6"), HD_ORIGIN_CXX);
	assert_int_equal(origin(NULL, "libjemalloc.so.2"), HD_ORIGIN_ALLOCATOR);
	assert_int_equal(origin(NULL, "libmine.so"), HD_ORIGIN_UNKNOWN);
	assert_int_equal(origin(NULL, NULL), HD_ORIGIN_UNKNOWN);
}

/* After each step: the locks of its thread. */
static void check_held(const char *const *expected)
{
	struct hd_held_locks *h = hd_held_locks_begin(report);

	for (unsigned i = 0; i < report->nsteps; i++) {
		hd_held_locks_after(h, i);
		char *text = hd_held_locks_text(h, report->steps_list[i].tid);

		if (strcmp(text ? text : "", expected[i]) != 0)
			fail_msg("after step %u `%s` is held instead of `%s`", i, text ? text : "",
				 expected[i]);
		free(text);
	}
	hd_held_locks_end(h);
}

static void locks_held(void **unused)
{
	(void)unused;
	begin_report("m");
	add(0, "lock", "a");
	add(0, "lock", "b");
	add(1, "trylock", "a"); /* it fails: there is no unlock */
	add(0, "unlock", "a");
	add(1, "trylock", "a");	  /* it succeeds */
	add(0, "cond-wait", "c"); /* gives back what is locked again after it */
	add(1, "unlock", "a");
	add(0, "relock", "b");
	add(1, "read-lock", "r");
	add(1, "lock", "t")->note = hd_strdup("timeout");
	add(1, "cond-wait", "c"); /* for ever: with none of its locks */
	check_held((const char *const[]){"a", "a, b", "", "b", "a", "", "", "b", "r", "r", ""});
	end_report();
}

/* Locks from before the first step that is listed are known by their unlock, or because they are held at the
 * end. */
static void locks_held_before(void **unused)
{
	(void)unused;
	begin_report("m");
	report->steps_left_out = 100;
	report->threads = hd_new(1, sizeof *report->threads);
	report->nthreads = 1;
	report->threads[0].held = hd_new(1, sizeof *report->threads[0].held);
	report->threads[0].nheld = 1;
	report->threads[0].held[0].name = hd_strdup("old");
	add(0, "read", "x");
	add(1, "read", "x");
	add(1, "unlock", "other");
	check_held((const char *const[]){"old", "other", ""});
	end_report();
}

/* The value stays to be seen when the name is cut. */
static void values_survive(void **unused)
{
	char *text;

	(void)unused;
	begin_report("m");
	at(add(0, "write", LONG_NAME), "/a.c", 1, "x")->value = hd_strdup("42");
	at(add(1, "write", LONG_NAME), "/a.c", 1, "x")->value = hd_strdup("0x5555555580a8");
	text = shown((struct hd_show_options){.width = 60, .bug = "b"});
	assert_non_null(strstr(text, " = 42\n"));
	assert_non_null(strstr(text, " = ...580a8\n"));
	free(text);
	end_report();
}

/* A step without source takes one line. */
static void no_source_no_line(void **unused)
{
	char *text;

	(void)unused;
	begin_report("m");
	add(0, "create", LONG_NAME)->where.module = hd_strdup("libstdc++.so.6");
	add(1, "start", NULL);
	text = shown((struct hd_show_options){.width = 60, .bug = "b"});
	assert_null(strstr(text, "libstdc++"));
	assert_non_null(strstr(text, "\n     1    >  T1 start\n"));
	assert_null(strstr(text, "start\n    "));
	free(text);
	end_report();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_width_is_kept),
	    cmocka_unit_test(nothing_is_missing_with_all),
	    cmocka_unit_test(folded_steps_are_counted),
	    cmocka_unit_test(some_steps),
	    cmocka_unit_test(libraries_are_folded),
	    cmocka_unit_test(origins),
	    cmocka_unit_test(locks_held),
	    cmocka_unit_test(locks_held_before),
	    cmocka_unit_test(values_survive),
	    cmocka_unit_test(no_source_no_line),
	};

	setenv("LC_ALL", "C", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
