/* SPDX-License-Identifier: Apache-2.0
 *
 * A failure of another build: which line has become which, the file that keeps the lines, and a run that goes
 * the same way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/known/align.h"
#include "model/schedule/places_text.h"
#include "strategy/aimed/retrace.h"
#include "test_strategy_recorded.h"

/* ---- lines ---- */

#define GONE HD_LINE_GONE

static struct hd_place_function *function_of(struct hd_places *p, const char *const *lines)
{
	struct hd_place_function *f = hd_places_add(p, "/program", "within", "function", "file.c");

	for (int32_t i = 0; lines[i]; i++)
		hd_place_line_add(hd_place_function_add(f, i, lines[i]), 16 + (uint64_t)i, 0, "f");
	return f;
}

static void check_align(const char *const *old, const char *const *new, const size_t *want)
{
	struct hd_places before = {0}, after = {0};
	const struct hd_place_function *f = function_of(&before, old);
	size_t *to = hd_align_lines(f, function_of(&after, new));

	for (size_t i = 0; i < f->nlines; i++)
		assert_int_equal(to[i], want[i]);
	free(to);
	hd_places_free(&before);
	hd_places_free(&after);
}

#define LINES(...)                                                                                           \
	(const char *const[])                                                                                \
	{                                                                                                    \
		__VA_ARGS__, NULL                                                                            \
	}
#define TO(...)                                                                                              \
	(const size_t[])                                                                                     \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

static void lines_are_found_again(void **unused)
{
	(void)unused;
	check_align(LINES("a = 1;", "b = a;", "a = 1;"), LINES("a = 1;", "b = a;", "a = 1;"), TO(0, 1, 2));
	/* added before, between and behind */
	check_align(LINES("a = 1;", "b = a;"), LINES("x();", "a = 1;", "y();", "b = a;", "z();"), TO(1, 3));
	/* a name has changed, but not the name of a function */
	check_align(LINES("lock(&m);", "sum = sum + n;", "unlock(&m);"),
		    LINES("lock(&all);", "puts(s);", "total = total + n;", "unlock(&all);"), TO(0, 2, 3));
	/* two lines have changed places */
	check_align(LINES("lock(&a);", "lock(&b);", "unlock(&b);"),
		    LINES("lock(&b);", "lock(&a);", "unlock(&b);"), TO(1, 0, 2));
	/* one is gone, one was replaced */
	check_align(LINES("begin();", "count++;", "end();"), LINES("begin();", "end();"), TO(0, GONE, 1));
	check_align(LINES("begin();", "count++;", "end();"),
		    LINES("begin();", "atomic_fetch_add(&count, 1);", "end();"), TO(0, 1, 2));
	check_align(LINES("begin();"), LINES("other(); /* and nothing else */", "more();"), TO(GONE));
	check_align(LINES("", ""), LINES("", ""), TO(0, 1)); /* the source is not there: lines have numbers */
}

static struct hd_place_line line_of(const char *text, const char *const *callees, const uint32_t *columns)
{
	struct hd_place_line l = {.text = hd_strdup(text)};

	for (size_t i = 0; callees[i]; i++)
		hd_place_line_add(&l, 10 * i, columns[i], callees[i]);
	return l;
}

static void calls_are_found_again(void **unused)
{
	struct hd_place_line two = line_of("a + b;", LINES("", ""), (const uint32_t[]){1, 8}),
			     half = line_of("a + b;", LINES(""), (const uint32_t[]){8}),
			     one = line_of("a;", LINES(""), (const uint32_t[]){1}),
			     named = line_of("x = y + y;", LINES("read", "read", "write"),
					     (const uint32_t[]){1, 1, 1}),
			     more = line_of("x = y + y;",
					    LINES("read", "load", "read", "read", "store", "write"),
					    (const uint32_t[]){1, 1, 1, 1, 1, 1});

	(void)unused;
	assert_int_equal(hd_align_call(&two, &two, 1), 1);
	assert_int_equal(hd_align_call(&two, &half, 1), 0);   /* that at the same column */
	assert_int_equal(hd_align_call(&two, &one, 1), 0);    /* there is no other one */
	assert_int_equal(hd_align_call(&named, &more, 0), 0); /* that of the same function … */
	assert_int_equal(hd_align_call(&named, &more, 1), 2); /* … the second … */
	assert_int_equal(hd_align_call(&named, &more, 2), 5);
	hd_place_line_free(&two);
	hd_place_line_free(&half);
	hd_place_line_free(&one);
	hd_place_line_free(&named);
	hd_place_line_free(&more);
}

/* ---- the file ---- */

static void refuse(const char *text)
{
	struct hd_places p = {0};
	char *error;

	assert_false(hd_places_parse(&p, text, strlen(text), &error));
	assert_non_null(error);
	assert_int_equal(p.n, 0);
	free(error);
}

static void places_are_written_and_read(void **unused)
{
	struct hd_places p = {0}, again = {0};
	struct hd_text first, second;
	char *text, *other, *error;
	struct hd_place at;

	(void)unused;
	function_of(&p, LINES("a \"quoted\" line", "tab\tand \\"));
	hd_text_begin(&first);
	assert_int_equal(hd_places_print(&p, first.f), 0);
	text = hd_text_end(&first);
	assert_true(hd_places_parse(&again, text, strlen(text), &error));
	hd_text_begin(&second);
	assert_int_equal(hd_places_print(&again, second.f), 0);
	other = hd_text_end(&second);
	assert_string_equal(text, other);
	assert_true(hd_places_find(&again, "/program", 17, &at));
	assert_int_equal(at.line, 1);
	assert_false(hd_places_find(&again, "/program", 15, &at));
	assert_false(hd_places_find(&again, "/other", 17, &at));
	for (size_t n = strlen(text) - 1; n-- > 0;) { /* the last byte is the end of the last line */
		text[n] = '\0';
		refuse(text);
	}
	refuse("heddle places 2\nend 0\n");
	refuse("heddle places 1\nline 1 \"\"\nend 0\n");
	refuse("heddle places 1\nfunction \"\" \"\" \"\" \"\"\ncall 0x1 1 \"\"\nend 1\n");
	refuse("heddle places 1\nother\nend 0\n");
	hd_places_free(&p);
	hd_places_free(&again);
	free(text);
	free(other);
}

/* ---- runs ---- */

static const struct hd_plan retrace_plan = {.strategy = HD_STRATEGY_retrace};
static struct sim_run script, retraced;

static void retrace(void *state, enum hd_retrace_how how, uint8_t note)
{
	script.n = 0;
	script.steps[script.n++] = (struct hd_step){.tid = HD_NO_TID, .kind = HD_NONE, .site = how};
	for (size_t i = 0; i < recorded.n; i++) {
		script.steps[script.n] = recorded.steps[i];
		script.steps[script.n++].note |= note;
	}
	sim_go(&program, state, &retrace_plan, &script, &retraced);
	assert_int_equal(retraced.n, STEPS);
}

/* With all steps in their order there is one way, however threads are chosen. */
static void a_run_is_repeated(void **unused)
{
	void *state = sim_state_new(HD_STRATEGY_retrace);

	(void)unused;
	for (uint64_t seed = 0; seed < 200; seed++) {
		record(seed);
		for (int how = HD_RETRACE_STRAIGHT; how <= HD_RETRACE_RANDOM; how++) {
			retrace(state, (enum hd_retrace_how)how, 0);
			assert_memory_equal(retraced.steps, recorded.steps,
					    STEPS * sizeof(recorded.steps[0]));
		}
	}
	free(state);
}

/* What never comes is given up. */
static void a_run_ends_whatever_the_script_says(void **unused)
{
	void *state = sim_state_new(HD_STRATEGY_retrace);

	(void)unused;
	for (uint64_t seed = 0; seed < 200; seed++) {
		record(seed);
		for (size_t i = 0; i < recorded.n; i += 3)
			recorded.steps[i].site += 1000;
		retrace(state, seed % 2 ? HD_RETRACE_STRAIGHT : HD_RETRACE_RANDOM, 0);
		for (size_t i = 0; i < recorded.n / 2; i++) { /* backwards */
			struct hd_step step = recorded.steps[i];

			recorded.steps[i] = recorded.steps[recorded.n - 1 - i];
			recorded.steps[recorded.n - 1 - i] = step;
		}
		retrace(state, seed % 2 ? HD_RETRACE_STRAIGHT : HD_RETRACE_RANDOM, 0);
		retrace(state, HD_RETRACE_RANDOM, HD_RETRACE_FREE);
	}
	free(state);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lines_are_found_again),
	    cmocka_unit_test(calls_are_found_again),
	    cmocka_unit_test(places_are_written_and_read),
	    cmocka_unit_test(a_run_is_repeated),
	    cmocka_unit_test(a_run_ends_whatever_the_script_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
