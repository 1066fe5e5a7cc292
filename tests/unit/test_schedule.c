/* SPDX-License-Identifier: Apache-2.0
 *
 * Schedule files: what is printed is read back as the same, and what is garbled, truncated or too long is
 * refused with a sentence that names the line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "model/event.h"
#include "model/schedule/schedule.h"
#include "model/schedule/schedule_load.h"
#include "model/schedule/schedule_parse.h"
#include "model/schedule/schedule_print.h"

static const char small[] = "heddle schedule 2\n"
			    "program \"/bin/x\"\n"
			    "arg \"a b\"\n"
			    "directory \"/\"\n"
			    "build-id 0a0b\n"
			    "strategy pct\n"
			    "seed 7\n"
			    "depth 3\n"
			    "heap reuse\n"
			    "timeouts eager\n"
			    "spurious yes\n"
			    "expect-exit 4\n"
			    "reset place\n"
			    "setup \"rm -f x\"\n"
			    "ready \"8080\"\n"
			    "client \"curl \\\"localhost:8080\\\"\"\n"
			    "teardown \"rm -f x\"\n"
			    "network private\n"
			    "worker 3\n"
			    "failure assert\n"
			    "message \"x == 1\"\n"
			    "hash 00000000000000ff\n"
			    "run 12\n"
			    "module 0 none \"/bin/x\"\n"
			    "op 0 start\n"
			    "op 1 write 0 0x1234 \"f x.c:12\"\n"
			    "point 0 0x1300\n"
			    "steps 9\n"
			    "0:0 1:1*2 0=5 1:1ts 1:0c 0=15i 1:1i 1:1p\n"
			    "end 9\n";

static struct hd_schedule *parse(const char *text, char **error)
{
	return hd_schedule_parse(text, strlen(text), error);
}

static char *print(const struct hd_schedule *s)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	assert_int_equal(hd_schedule_print(s, f), 0);
	fclose(f);
	return text;
}

/* The text must be refused, and the sentence must hold `expected`. */
static void refuse(const char *text, const char *expected)
{
	struct hd_schedule *s;
	char *error;

	s = parse(text, &error);
	assert_null(s);
	assert_non_null(error);
	if (!strstr(error, expected))
		fail_msg("`%s` does not say `%s`", error, expected);
	free(error);
}

/* `small` with its first `from` replaced by `to`. */
static void refuse_changed(const char *from, const char *to, const char *expected)
{
	const char *at = strstr(small, from);
	char text[2048];

	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - small), small, to, at + strlen(from));
	refuse(text, expected);
}

static void test_reads_every_field(void **state)
{
	struct hd_schedule *s;
	char *error;

	(void)state;
	s = parse(small, &error);
	assert_null(error);
	assert_non_null(s);
	assert_string_equal(s->program, "/bin/x");
	assert_int_equal(s->nargs, 1);
	assert_string_equal(s->args[0], "a b");
	assert_int_equal(s->build_id.len, 2);
	assert_int_equal(s->build_id.bytes[1], 0x0b);
	assert_string_equal(s->strategy, "pct");
	assert_int_equal(s->plan.seed, 7);
	assert_int_equal(s->plan.depth, 3);
	assert_int_equal(s->plan.heap, HD_HEAP_REUSE);
	assert_int_equal(s->plan.timeouts, HD_TIMEOUTS_EAGER);
	assert_int_equal(s->plan.spurious, 1);
	assert_int_equal(s->expect_exit, 4);
	assert_string_equal(s->around.setup, "rm -f x");
	assert_string_equal(s->around.ready, "8080");
	assert_string_equal(s->around.client, "curl \"localhost:8080\"");
	assert_string_equal(s->around.teardown, "rm -f x");
	assert_true(s->around.alone);
	assert_int_equal(s->around.worker, 3);
	assert_int_equal(s->outcome, HD_OUT_ASSERT);
	assert_int_equal(s->hash, 0xff);
	assert_int_equal(s->run, 12);
	assert_int_equal(s->nops, 2);
	assert_false(s->ops[0].known);
	assert_int_equal(s->ops[1].kind, HD_WRITE);
	assert_int_equal(s->ops[1].offset, 0x1234);
	assert_string_equal(s->ops[1].text, "f x.c:12");
	assert_int_equal(s->npoints, 1);
	assert_int_equal(s->nsteps, 9);
	assert_int_equal(hd_schedule_done_steps(s), 8);
	assert_int_equal(s->steps[2].site, 1);
	assert_int_equal(s->steps[3].kind, HD_VALUE);
	assert_int_equal(s->steps[3].site, 5);
	assert_int_equal(s->steps[4].note, HD_NOTE_TIMEOUT | HD_NOTE_SPURIOUS);
	assert_int_equal(s->steps[5].note, HD_NOTE_CANCEL);
	assert_int_equal(s->steps[6].kind, HD_VALUE);
	assert_int_equal(s->steps[6].site, 15);
	assert_int_equal(s->steps[6].note, HD_NOTE_SIGNAL);
	assert_int_equal(s->steps[7].note, HD_NOTE_SIGNAL);
	hd_schedule_free(s);
}

static void test_prints_what_it_read(void **state)
{
	struct hd_schedule *s;
	char *error, *text;

	(void)state;
	s = parse(small, &error);
	assert_non_null(s);
	text = print(s);
	assert_string_equal(text, small);
	free(text);
	hd_schedule_free(s);
}

static char *random_string(struct hd_rng *rng)
{
	size_t len = hd_rng_below(rng, 40);
	char *s = calloc(len + 1, 1);

	assert_non_null(s);
	for (size_t i = 0; i < len; i++)
		s[i] = (char)(1 + hd_rng_below(rng, 255));
	return s;
}

static void add_random_tables(struct hd_schedule *s, struct hd_rng *rng)
{
	unsigned modules = 1 + hd_rng_below(rng, 5), ops = 1 + hd_rng_below(rng, 20);

	for (unsigned i = 0; i < modules; i++) {
		struct hd_build_id id = {.len = hd_rng_below(rng, HD_SCHEDULE_ID_MAX + 1)};
		char *path = random_string(rng);

		for (unsigned j = 0; j < id.len; j++)
			id.bytes[j] = (uint8_t)hd_rng_next(rng);
		hd_schedule_add_module(s, path, &id);
		free(path);
	}
	for (unsigned i = 0; i < ops; i++) {
		struct hd_schedule_op op = {.kind = (uint8_t)hd_rng_below(rng, HD_VALUE), .known = i % 3};
		struct hd_schedule_point point = {.offset = hd_rng_next(rng)};

		if (op.known) {
			op.module = hd_rng_below(rng, modules);
			op.offset = hd_rng_next(rng);
		}
		op.text = i % 2 ? random_string(rng) : NULL;
		hd_schedule_add_op(s, &op);
		hd_schedule_add_point(s, &point);
		free(op.text);
	}
}

static void add_random_steps(struct hd_schedule *s, struct hd_rng *rng)
{
	for (unsigned n = hd_rng_below(rng, 300); n; n--) {
		struct hd_step step = {.tid = (uint16_t)hd_rng_below(rng, HD_MAX_THREADS),
				       .note = (uint8_t)hd_rng_below(rng, HD_NOTES_ALL + 1)};

		if (hd_rng_below(rng, 4)) {
			step.site = hd_rng_below(rng, (uint32_t)s->nops);
			step.kind = s->ops[step.site].kind;
		} else {
			step.kind = HD_VALUE;
			step.site = (uint32_t)hd_rng_next(rng);
		}
		hd_schedule_add_steps(s, &step, 1 + hd_rng_below(rng, 3));
	}
}

static void add_random_surroundings(struct hd_schedule *s, struct hd_rng *rng)
{
	char **texts[] = {&s->around.setup, &s->around.ready, &s->around.client, &s->around.teardown};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (hd_rng_below(rng, 2))
			*texts[i] = random_string(rng);
	s->around.alone = hd_rng_below(rng, 2);
	s->around.worker = hd_rng_below(rng, 3);
	s->pool = hd_rng_below(rng, 3) * 8;
}

static struct hd_schedule *random_schedule(struct hd_rng *rng)
{
	struct hd_schedule *s = hd_schedule_new();
	char *argument = random_string(rng);

	s->program = strdup("/bin/\"odd\\ name\n");
	hd_schedule_add_arg(s, argument);
	free(argument);
	hd_schedule_add_variable(s, "CK_RUN_CASE=two \"words\"");
	s->directory = random_string(rng);
	s->strategy = strdup("random");
	s->reset = strdup("fork");
	s->message = random_string(rng);
	s->plan.seed = hd_rng_next(rng);
	s->plan.depth = (uint32_t)hd_rng_next(rng);
	s->plan.heap = hd_rng_below(rng, 2);
	s->outcome = (enum hd_outcome)hd_rng_below(rng, HD_OUTCOME_COUNT);
	s->hash = hd_rng_next(rng);
	s->run = hd_rng_next(rng);
	add_random_surroundings(s, rng);
	add_random_tables(s, rng);
	add_random_steps(s, rng);
	return s;
}

static void test_round_trip_of_random_schedules(void **state)
{
	struct hd_rng rng;

	(void)state;
	hd_rng_seed(&rng, 1);
	for (int i = 0; i < 300; i++) {
		struct hd_schedule *s = random_schedule(&rng), *again;
		char *text = print(s), *error;

		again = parse(text, &error);
		if (!again)
			fail_msg("%s in\n%s", error, text);
		assert_true(hd_schedule_equal(s, again));
		free(text);
		hd_schedule_free(s);
		hd_schedule_free(again);
	}
}

static void test_refuses_every_truncation(void **state)
{
	struct hd_schedule *s;
	char *error;

	(void)state;
	for (size_t size = 0; size + 1 < sizeof(small) - 1; size++) { /* the last newline may be missing */
		s = hd_schedule_parse(small, size, &error);
		assert_null(s);
		assert_non_null(strstr(error, "line "));
		free(error);
	}
}

/* Any byte replaced by any other either is refused or gives something that is a schedule. */
static void test_survives_every_garbled_byte(void **state)
{
	char text[sizeof(small)], *error;

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(small); i++) {
		for (int c = 0; c < 256; c += i % 7 ? 5 : 1) {
			struct hd_schedule *s;

			memcpy(text, small, sizeof(small));
			text[i] = (char)c;
			s = hd_schedule_parse(text, sizeof(small) - 1, &error);
			assert_true(!s == !!error);
			hd_schedule_free(s);
			free(error);
		}
	}
}

static void test_names_the_line(void **state)
{
	(void)state;
	refuse("", "line 1: this is no heddle schedule");
	refuse("hello\n", "line 1: this is no heddle schedule");
	refuse_changed("schedule 2", "schedule 3", "line 1: the schedule has version 3");
	refuse_changed("program \"/bin/x\"", "program /bin/x", "line 2: a string in double quotes");
	refuse_changed("program \"/bin/x\"", "program \"x\"", "line 2: the program is no absolute path");
	refuse_changed("\"a b\"", "\"a b", "line 3: a string has no closing quote");
	refuse_changed("\"a b\"", "\"a \\q\"", "line 3: \\q is no escape");
	refuse_changed("\"a b\"", "\"a \\x00\"", "line 3: \\x needs");
	refuse_changed("build-id 0a0b", "build-id 0a0", "line 5: the build-id");
	refuse_changed("seed 7\n", "", "line 7: a line `seed …` was expected");
	refuse_changed("seed 7\n", "seed 7\nseed 7\n", "line 8: a line `depth …` was expected");
	refuse_changed("seed 7", "seed 99999999999999999999", "line 7: the seed is larger");
	refuse_changed("seed 7", "seed -1", "line 7: the seed is no number");
	refuse_changed("heap reuse", "heap of trouble", "line 9: heap is quarantine or reuse");
	refuse_changed("ready \"8080\"\n", "ready 8080\n", "line 15: a string in double quotes");
	refuse_changed("ready \"8080\"\n", "setup \"x\"\n", "line 15: a line `failure …` was expected");
	refuse_changed("network private", "network public", "line 18: network is private");
	refuse_changed("worker 3", "worker -3", "line 19: the worker is no number");
	refuse_changed("failure assert", "failure nothing", "line 20: `nothing` is no kind of failure");
	refuse_changed("op 1 write", "op 1 sing", "line 26: `sing` is no operation");
	refuse_changed("op 1 write", "op 2 write", "line 26: op 2 where op 1 was expected");
	refuse_changed("write 0 0x1234", "write 9 0x1234", "line 26: there is no module 9");
	refuse_changed("0:0 1:1*2", "0:9 1:1*2", "line 29: a step names operation 9");
	refuse_changed("0:0 1:1*2", "0;0 1:1*2", "line 29: a step is THREAD:OP or THREAD=VALUE");
	refuse_changed("0:0 1:1*2", "0:0 1:1*0", "line 29: more steps");
	refuse_changed("0:0 1:1*2", "9999:0 1:1*2", "line 29: a step's thread is larger");
	refuse_changed("end 9\n", "end 10\n", "line 30: 9 steps were read");
	refuse_changed("end 9\n", "end 9\nmore\n", "line 31: something follows the end");
}

static void test_refuses_huge_counts(void **state)
{
	(void)state;
	refuse_changed("steps 9", "steps 33554433", "line 28: the number of steps is larger");
	refuse_changed("1:1*2", "1:1*33554433", "line 29: a step's repetition is larger");
	refuse_changed("1:1*2", "1:1*33554432", "line 29: more steps than the 9");
	refuse_changed("1:1*2", "1:1*99999999999999999999", "line 29: a step's repetition is larger");
}

static void test_refuses_more_steps_than_announced(void **state)
{
	(void)state;
	refuse_changed("steps 9", "steps 8", "line 29: more steps than the 8 that were announced");
	refuse_changed("steps 9", "steps 10", "line 30: 9 steps were read");
}

/* Whoever edits a file by hand may break lines where he likes. */
static void test_blanks_between_steps_do_not_matter(void **state)
{
	const char *at = strstr(small, "0:0 1:1*2");
	struct hd_schedule *a, *b;
	char text[2048], *error;

	(void)state;
	snprintf(text, sizeof(text), "%.*s0:0\n\n  1:1   1:1%s", (int)(at - small), small,
		 at + strlen("0:0 1:1*2"));
	a = parse(small, &error);
	b = parse(text, &error);
	assert_non_null(b);
	assert_true(hd_schedule_equal(a, b));
	hd_schedule_free(a);
	hd_schedule_free(b);
}

static void test_a_long_run_is_short(void **state)
{
	struct hd_schedule *s, *again;
	struct hd_step step = {.tid = 1, .kind = HD_WRITE, .site = 1};
	char *error, *text;

	(void)state;
	s = parse(small, &error);
	hd_schedule_add_steps(s, &step, HD_SCHEDULE_STEPS_MAX - s->nsteps);
	text = print(s);
	assert_true(strlen(text) < sizeof(small) + 64);
	again = parse(text, &error);
	assert_non_null(again);
	assert_true(hd_schedule_equal(s, again));
	free(text);
	hd_schedule_free(s);
	hd_schedule_free(again);
}

static void test_load_says_why_not(void **state)
{
	struct hd_schedule *s;
	char *error;

	(void)state;
	s = hd_schedule_load("/nowhere/schedule", &error);
	assert_null(s);
	assert_non_null(strstr(error, "cannot open /nowhere/schedule"));
	free(error);
	s = hd_schedule_load("/", &error);
	assert_null(s);
	assert_non_null(strstr(error, "cannot read /"));
	free(error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_reads_every_field),
	    cmocka_unit_test(test_prints_what_it_read),
	    cmocka_unit_test(test_round_trip_of_random_schedules),
	    cmocka_unit_test(test_refuses_every_truncation),
	    cmocka_unit_test(test_survives_every_garbled_byte),
	    cmocka_unit_test(test_names_the_line),
	    cmocka_unit_test(test_refuses_huge_counts),
	    cmocka_unit_test(test_refuses_more_steps_than_announced),
	    cmocka_unit_test(test_blanks_between_steps_do_not_matter),
	    cmocka_unit_test(test_a_long_run_is_short),
	    cmocka_unit_test(test_load_says_why_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
