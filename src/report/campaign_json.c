/* SPDX-License-Identifier: Apache-2.0 */
#include "report/campaign_json.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>

#define IDIOMS 6

/* Bytes that are no UTF-8 (arguments, file names) are shown as question marks: JSON has no room for them. */
static json_t *text(const char *s)
{
	json_t *value;
	char *copy;
	size_t n;

	if (!s)
		return json_null();
	value = json_string(s);
	if (value)
		return value;
	n = 0;
	while (s[n])
		n++;
	copy = malloc(n + 1);
	if (!copy)
		return NULL;
	for (size_t i = 0; i <= n; i++)
		copy[i] = (unsigned char)s[i] >= 0x80 ? '?' : s[i];
	value = json_string(copy);
	free(copy);
	return value;
}

static json_t *hex(uint64_t n)
{
	char digits[20];

	snprintf(digits, sizeof(digits), "%016" PRIx64, n);
	return json_string(digits);
}

static json_t *strings(char *const *list, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, text(list[i]));
	return array;
}

static json_t *failure(const struct hd_summary_failure *f)
{
	json_t *o = json_object();

	json_object_set_new(o, "id", json_integer(f->id));
	json_object_set_new(o, "kind", text(f->kind));
	json_object_set_new(o, "message", text(f->message));
	json_object_set_new(o, "run", json_integer((json_int_t)f->run));
	json_object_set_new(o, "seconds", json_real(f->seconds));
	json_object_set_new(o, "count", json_integer((json_int_t)f->count));
	json_object_set_new(o, "strategy", text(f->strategy));
	json_object_set_new(o, "reset", text(f->reset));
	json_object_set_new(o, "hash", f->hash ? hex(f->hash) : json_null());
	json_object_set_new(o, "schedule", text(f->schedule));
	json_object_set_new(o, "sites", strings(f->sites, f->nsites));
	return o;
}

static const char *status_of(const struct hd_summary_mark *m)
{
	if (m->failure)
		return "failing";
	if (m->reached)
		return "confirmed";
	return m->attempts ? "not-reproduced" : "untried";
}

static json_t *finding(const struct hd_summary_finding *f)
{
	json_t *o = json_object();

	json_object_set_new(o, "kind", text(f->kind));
	json_object_set_new(o, "message", text(f->message));
	json_object_set_new(o, "run", json_integer((json_int_t)f->run));
	json_object_set_new(o, "count", json_integer((json_int_t)f->count));
	json_object_set_new(o, "sites", strings(f->sites, f->nsites));
	json_object_set_new(o, "status", text(status_of(&f->mark)));
	json_object_set_new(o, "attempts", json_integer((json_int_t)f->mark.attempts));
	json_object_set_new(o, "confirmed", json_integer((json_int_t)f->mark.reached));
	json_object_set_new(o, "confirmed_run",
			    f->mark.reached ? json_integer((json_int_t)f->mark.run) : json_null());
	json_object_set_new(o, "failure", f->mark.failure ? json_integer(f->mark.failure) : json_null());
	return o;
}

/* How many iRoots of each idiom the runs exposed, and the sites that they came to. */
static json_t *coverage(const struct hd_summary *s)
{
	json_t *o = json_object();
	char name[16];

	for (int i = 1; i <= IDIOMS; i++) {
		snprintf(name, sizeof(name), "idiom%d", i);
		json_object_set_new(o, name, json_integer(s->exposed[i]));
	}
	json_object_set_new(o, "sites", json_integer(s->sites));
	json_object_set_new(o, "shared_sites", json_integer(s->shared_sites));
	return o;
}

static json_t *proof(const struct hd_summary_proof *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "sentence", text(p->sentence));
	json_object_set_new(o, "preemptions",
			    p->tried && !p->all ? json_integer((json_int_t)p->tried - 1) : json_null());
	json_object_set_new(o, "all", json_boolean(p->all));
	json_object_set_new(o, "gaps", strings((char *const *)p->gaps, p->ngaps));
	return o;
}

static json_t *summary(const struct hd_summary *s)
{
	json_t *o = json_object(), *failures = json_array(), *findings = json_array();

	for (size_t i = 0; i < s->nfailures; i++)
		json_array_append_new(failures, failure(&s->failures[i]));
	for (size_t i = 0; i < s->nfindings; i++)
		json_array_append_new(findings, finding(&s->findings[i]));
	json_object_set_new(o, "version", text(s->version));
	json_object_set_new(o, "program", text(s->program));
	json_object_set_new(o, "args", strings(s->args, s->nargs));
	json_object_set_new(o, "strategy", text(s->strategy));
	json_object_set_new(o, "seed", json_integer((json_int_t)s->seed));
	json_object_set_new(o, "verdict", text(s->verdict));
	json_object_set_new(o, "runs", json_integer((json_int_t)s->runs));
	json_object_set_new(o, "steps", json_integer((json_int_t)s->steps));
	json_object_set_new(o, "accesses", json_integer((json_int_t)s->accesses));
	json_object_set_new(o, "threads", json_integer((json_int_t)s->threads));
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_object_set_new(o, "runs_per_second",
			    json_real(s->seconds > 0 ? (double)s->runs / s->seconds : 0));
	json_object_set_new(o, "jobs", json_integer(s->jobs));
	json_object_set_new(o, "reset", text(s->reset));
	json_object_set_new(o, "coverage", coverage(s));
	json_object_set_new(o, "failures", failures);
	json_object_set_new(o, "findings", findings);
	if (s->proof)
		json_object_set_new(o, "proof", proof(s->proof));
	return o;
}

int hd_summary_write_json(const struct hd_summary *s, FILE *f)
{
	json_t *root = summary(s);
	int result;

	errno = 0;
	result = json_dumpf(root, f, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	if (!result)
		fputc('\n', f);
	if (fflush(f) || ferror(f))
		result = -1;
	json_decref(root);
	if (result && !errno)
		errno = EIO;
	return result;
}
