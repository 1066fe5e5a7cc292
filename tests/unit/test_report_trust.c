/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports made from memory or files that cannot be trusted. */
#include "report/json/report_read.h"
#include "test_report_scene.h"

static void scribble(void *start, size_t size, struct hd_rng *rng, unsigned one_in)
{
	unsigned char *p = start;

	for (size_t i = 0; i < size; i++)
		if (hd_rng_below(rng, one_in) == 0)
			p[i] = (unsigned char)hd_rng_next(rng);
}

static void scribbled_memory(void **state)
{
	static void (*const make[])(void) = {make_deadlock, make_lost_update, make_use_after_free};
	struct hd_rng rng;

	(void)state;
	hd_rng_seed(&rng, 1);
	for (unsigned round = 0; round < 150; round++) {
		unsigned one_in = 1 + hd_rng_below(&rng, 60);
		struct hd_wire_worker *w = wire->workers;

		make[round % 3]();
		scribble(&w->failure, sizeof w->failure, &rng, one_in);
		scribble(w->trace, 20 * sizeof *w->trace, &rng, one_in);
		scribble(wire->sites, 64 * sizeof *wire->sites, &rng, one_in);
		if (round % 4 == 0)
			scribble(wire->modules, sizeof *wire->modules, &rng, one_in);
		if (round % 5 == 0)
			wire->nsites = wire->nmodules = UINT32_MAX;
		if (round % 7 == 0)
			w->ntrace = hd_rng_next(&rng);
		struct hd_report *r = build();
		check_forms(r);
		hd_report_free(r);
	}
}

static void expect_refused(const char *text, size_t n, const char *why)
{
	const char *error = NULL;

	assert_null(hd_report_parse_json(text, n, &error));
	assert_non_null(error);
	assert_has(error, why);
}

static void files_that_are_no_reports(void **state)
{
	const char *error = NULL;
	char path[128];

	(void)state;
	expect_refused("", 0, "damaged");
	expect_refused("[]", 2, "not a report");
	expect_refused("{\"version\": 1}", 14, "not a report");
	static const char later[] =
	    "{\"version\": 9, \"kind\": \"crash\", \"message\": \"\", \"steps_list\": []}";
	expect_refused(later, sizeof later - 1, "version 9");
	static const char odd[] =
	    "{\"version\": 1, \"kind\": \"boredom\", \"message\": \"\", \"steps_list\": []}";
	expect_refused(odd, sizeof odd - 1, "does not know");
	assert_null(hd_report_read_json("/nonexistent/report.json", &error));
	assert_has(error, "cannot read /nonexistent/report.json: No such file");
	assert_null(hd_report_read_json(dir, &error));
	assert_null(hd_report_read_json("/dev/zero", &error));
	snprintf(path, sizeof path, "%s/program", dir);
	assert_null(hd_report_read_json(path, &error));
	assert_has(error, "damaged");
}

static void cut_and_garbled_files(void **state)
{
	const char *error = NULL;
	struct hd_rng rng;

	(void)state;
	make_deadlock();
	struct hd_report *r = build();
	char *text = text_of(print_json, r);
	size_t n = strlen(text);

	for (size_t cut = 0; cut + 2 < n; cut += 5)
		expect_refused(text, cut, "damaged");
	hd_rng_seed(&rng, 2);
	for (unsigned i = 0; i < 500; i++) {
		char *copy = strdup(text);

		scribble(copy, n, &rng, (unsigned)n / 2);
		struct hd_report *read = hd_report_parse_json(copy, n, &error);
		if (read)
			check_forms(read);
		hd_report_free(read);
		free(copy);
	}
	free(text);
	hd_report_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(scribbled_memory),
	    cmocka_unit_test(files_that_are_no_reports),
	    cmocka_unit_test(cut_and_garbled_files),
	};

	setenv("LC_ALL", "C", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
