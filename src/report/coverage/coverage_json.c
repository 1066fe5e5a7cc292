/* SPDX-License-Identifier: Apache-2.0 */
#include "report/coverage/coverage_json.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "report/utf8.h"

#define TEXT_MAX 4096

static json_t *text(const char *s)
{
	char *clean = hd_clean(s, TEXT_MAX);
	json_t *value = json_string(clean);

	free(clean);
	return value;
}

static json_t *coverage_json_number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *builds(const struct hd_cover_builds *b)
{
	return json_pack("{s:o,s:o,s:b,s:o,s:o,s:o}", "build", text(b->build ? b->build : ""), "searched",
			 coverage_json_number(b->n), "all", (int)b->all, "searches_left_out",
			 coverage_json_number(b->searches_left), "iroots_left_out",
			 coverage_json_number(b->iroots_left), "exposed_by_older_only",
			 coverage_json_number(b->only_older));
}

static json_t *idioms(const struct hd_coverage *c)
{
	json_t *all = json_object();
	char name[16];

	for (int i = 1; i <= HD_IDIOMS; i++) {
		const struct hd_cover_idiom *d = &c->idioms[i];

		snprintf(name, sizeof name, "idiom%d", i);
		json_object_set_new(
		    all, name,
		    json_pack("{s:o,s:o,s:o,s:o,s:o}", "exposed", coverage_json_number(d->exposed),
			      "predicted", coverage_json_number(d->predicted), "tried",
			      coverage_json_number(d->tried), "reached", coverage_json_number(d->reached),
			      "untested", coverage_json_number(d->open)));
	}
	return all;
}

static json_t *curve(const struct hd_coverage *c)
{
	json_t *all = json_array();

	for (size_t i = 0; i < c->npoints; i++) {
		const struct hd_cover_point *p = &c->points[i];
		json_t *exposed = json_array();

		for (int k = 1; k <= HD_IDIOMS; k++)
			json_array_append_new(exposed, coverage_json_number(p->exposed[k]));
		json_array_append_new(all, json_pack("{s:o,s:f,s:o}", "runs", coverage_json_number(p->runs),
						     "seconds", p->seconds, "exposed", exposed));
	}
	return all;
}

static json_t *operation(const struct hd_cover_op *op)
{
	return json_pack("{s:o,s:o,s:o,s:i,s:i}", "kind", text(op->kind), "function", text(op->function),
			 "file", text(op->file), "line", op->line, "column", op->column);
}

static json_t *untested(const struct hd_coverage *c)
{
	json_t *all = json_array();

	for (size_t i = 0; i < c->nopen; i++) {
		json_t *ops = json_array();

		for (unsigned k = 0; k < c->open[i].n; k++)
			json_array_append_new(ops, operation(&c->open[i].ops[k]));
		json_array_append_new(all, json_pack("{s:i,s:o,s:o}", "idiom", (int)c->open[i].idiom,
						     "attempts", coverage_json_number(c->open[i].attempts),
						     "operations", ops));
	}
	return all;
}

static json_t *coverage_json_searches(const struct hd_coverage *c)
{
	json_t *all = json_array();

	for (size_t i = 0; i < c->nuses; i++) {
		const struct hd_cover_use *u = &c->uses[i];

		json_array_append_new(all, json_pack("{s:o,s:o,s:o,s:o,s:f}", "strategy", text(u->strategy),
						     "input", text(u->args), "searches",
						     coverage_json_number(u->searches), "runs",
						     coverage_json_number(u->runs), "seconds", u->seconds));
	}
	return all;
}

static json_t *coverage_json_found(const struct hd_cover_found *list, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(all, json_pack("{s:o,s:o,s:o}", "kind", text(list[i].kind), "message",
						     text(list[i].message), "runs",
						     coverage_json_number(list[i].runs)));
	return all;
}

int hd_coverage_write_json(const struct hd_coverage *c, FILE *f)
{
	json_t *o = json_pack("{s:o,s:o,s:o,s:o,s:f}", "version", text(c->version), "program",
			      text(c->program), "searches", coverage_json_number(c->searches), "runs",
			      coverage_json_number(c->runs), "seconds", c->seconds);
	int result;

	json_object_set_new(o, "builds", builds(&c->builds));
	json_object_set_new(o, "coverage", idioms(c));
	json_object_set_new(o, "curve", curve(c));
	json_object_set_new(o, "uses", coverage_json_searches(c));
	json_object_set_new(o, "failures", coverage_json_found(c->failures, c->nfailures));
	json_object_set_new(o, "findings", coverage_json_found(c->findings, c->nfindings));
	json_object_set_new(o, "untested", untested(c));
	result = json_dumpf(o, f, JSON_INDENT(1));
	json_decref(o);
	if (!result)
		result = fputc('\n', f) == EOF;
	if (result && !errno)
		errno = EIO;
	return result ? -1 : 0;
}
