/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/comparison_json.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "report/json/json_text.h"

static json_t *number_or_null(double x)
{
	return isinf(x) ? json_null() : json_real(x);
}

static json_t *comparison_json_coverage(const struct hd_compared_search *s)
{
	json_t *o = json_object();
	char name[16];

	for (int i = 1; i <= HD_COMPARED_IDIOMS; i++) {
		snprintf(name, sizeof(name), "idiom%d", i);
		json_object_set_new(o, name, json_integer(s->exposed[i]));
	}
	json_object_set_new(o, "all", json_integer(s->exposed[0]));
	return o;
}

static json_t *first_failure(const struct hd_compared_search *s)
{
	json_t *o;

	if (!s->first_run)
		return json_null();
	o = json_object();
	json_object_set_new(o, "run", json_integer((json_int_t)s->first_run));
	json_object_set_new(o, "seconds", json_real(s->first_seconds));
	return o;
}

static json_t *comparison_json_search(const struct hd_compared_search *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "seed", hd_json_u64(s->seed));
	json_object_set_new(o, "verdict", hd_json_text(s->verdict));
	json_object_set_new(o, "runs", json_integer((json_int_t)s->runs));
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_object_set_new(o, "runs_per_second", json_real(hd_compared_speed(s)));
	json_object_set_new(o, "coverage", comparison_json_coverage(s));
	json_object_set_new(o, "failures", json_integer((json_int_t)s->failures));
	json_object_set_new(o, "first_failure", first_failure(s));
	return o;
}

static json_t *medians(const struct hd_compared *s, unsigned rounds)
{
	static const struct {
		const char *name;
		double (*of)(const struct hd_compared_search *comparison_json_search);
	} figures[] = {{"runs", hd_compared_runs},
		       {"seconds", hd_compared_seconds},
		       {"runs_per_second", hd_compared_speed},
		       {"coverage", hd_compared_coverage},
		       {"failures", hd_compared_failures},
		       {"first_failure_run", hd_compared_first_run},
		       {"first_failure_seconds", hd_compared_first_seconds}};
	json_t *o = json_object();

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		json_object_set_new(o, figures[i].name,
				    number_or_null(hd_compared_median(s, rounds, figures[i].of)));
	return o;
}

static json_t *strategy(const struct hd_compared *s, unsigned rounds)
{
	json_t *o = json_object(), *searches = json_array();

	for (unsigned i = 0; i < rounds; i++)
		json_array_append_new(searches, comparison_json_search(&s->searches[i]));
	json_object_set_new(o, "strategy", hd_json_text(s->strategy));
	json_object_set_new(o, "median", medians(s, rounds));
	json_object_set_new(o, "found_in", json_integer(hd_compared_found(s, rounds)));
	json_object_set_new(o, "rounds", searches);
	return o;
}

static json_t *comparison_json_comparison(const struct hd_comparison *c)
{
	json_t *o = json_object(), *all = json_array();

	for (size_t i = 0; i < c->n; i++)
		json_array_append_new(all, strategy(&c->strategies[i], c->rounds));
	json_object_set_new(o, "version", hd_json_text(c->version));
	json_object_set_new(o, "program", hd_json_text(c->program));
	json_object_set_new(o, "args", hd_json_texts(c->args, c->nargs));
	json_object_set_new(o, "seed", hd_json_u64(c->seed));
	json_object_set_new(o, "seconds", json_real(c->seconds));
	json_object_set_new(o, "runs",
			    c->runs == UINT64_MAX ? json_null() : json_integer((json_int_t)c->runs));
	json_object_set_new(o, "jobs", json_integer(c->jobs));
	json_object_set_new(o, "rounds", json_integer(c->rounds));
	json_object_set_new(o, "compare", all);
	return o;
}

int hd_comparison_write_json(const struct hd_comparison *c, FILE *f)
{
	return hd_json_write(comparison_json_comparison(c), f);
}
