/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/campaign_json.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "model/capacity.h"
#include "report/json/json_text.h"

#define IDIOMS 6

static json_t *hex(uint64_t n)
{
	char digits[20];

	snprintf(digits, sizeof(digits), "%016" PRIx64, n);
	return json_string(digits);
}

static json_t *needs(const struct hd_summary_failure *f)
{
	json_t *list = json_array();

	if (f->condition)
		json_array_append_new(list, json_string("early-timeout"));
	return list;
}

static json_t *failure(const struct hd_summary_failure *f)
{
	json_t *o = json_object();

	json_object_set_new(o, "id", json_integer(f->id));
	json_object_set_new(o, "kind", hd_json_text(f->kind));
	json_object_set_new(o, "message", hd_json_text(f->message));
	json_object_set_new(o, "confirmed", json_boolean(f->confirmed));
	json_object_set_new(o, "run", json_integer((json_int_t)f->run));
	json_object_set_new(o, "seconds", json_real(f->seconds));
	json_object_set_new(o, "count", json_integer((json_int_t)f->count));
	json_object_set_new(o, "strategy", hd_json_text(f->strategy));
	json_object_set_new(o, "reset", hd_json_text(f->reset));
	json_object_set_new(o, "hash", f->hash ? hex(f->hash) : json_null());
	json_object_set_new(o, "schedule", hd_json_text(f->schedule));
	json_object_set_new(o, "sites", hd_json_texts(f->sites, f->nsites));
	json_object_set_new(o, "needs", needs(f));
	json_object_set_new(o, "condition", hd_json_text(f->condition));
	json_object_set_new(o, "counts", json_boolean(f->counts));
	json_object_set_new(o, "known", json_boolean(f->known));
	json_object_set_new(o, "fingerprint", hd_json_text(f->fingerprint));
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

	json_object_set_new(o, "kind", hd_json_text(f->kind));
	json_object_set_new(o, "message", hd_json_text(f->message));
	json_object_set_new(o, "level", hd_json_text(f->level));
	if (f->units)
		json_object_set_new(o, "units", json_integer(f->units));
	json_object_set_new(o, "cause", hd_json_text(f->cause));
	json_object_set_new(o, "remedy", hd_json_text(f->remedy));
	json_object_set_new(o, "run", json_integer((json_int_t)f->run));
	json_object_set_new(o, "count", json_integer((json_int_t)f->count));
	json_object_set_new(o, "sites", hd_json_texts(f->sites, f->nsites));
	json_object_set_new(o, "known", json_boolean(f->known));
	json_object_set_new(o, "fingerprint", hd_json_text(f->fingerprint));
	json_object_set_new(o, "status", hd_json_text(status_of(&f->mark)));
	json_object_set_new(o, "attempts", json_integer((json_int_t)f->mark.attempts));
	json_object_set_new(o, "confirmed", json_integer((json_int_t)f->mark.reached));
	json_object_set_new(o, "confirmed_run",
			    f->mark.reached ? json_integer((json_int_t)f->mark.run) : json_null());
	json_object_set_new(o, "failure", f->mark.failure ? json_integer(f->mark.failure) : json_null());
	return o;
}

/* How many iRoots of each idiom the runs exposed, and the sites that they came to. */
static json_t *campaign_json_coverage(const struct hd_summary *s)
{
	json_t *o = json_object();
	char name[16];

	for (int i = 1; i <= IDIOMS; i++) {
		snprintf(name, sizeof(name), "idiom%d", i);
		json_object_set_new(o, name, json_integer(s->exposed[i]));
	}
	json_object_set_new(o, "new", json_integer(s->fresh));
	json_object_set_new(o, "sites", json_integer(s->sites));
	json_object_set_new(o, "shared_sites", json_integer(s->shared_sites));
	return o;
}

static json_t *predictions(const struct hd_summary_predictions *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "predicted", json_integer((json_int_t)p->predicted));
	json_object_set_new(o, "tried", json_integer((json_int_t)p->tried));
	json_object_set_new(o, "created", json_integer((json_int_t)p->created));
	json_object_set_new(o, "rate", json_real(p->rate));
	json_object_set_new(o, "checked_runs", json_integer((json_int_t)p->checked[0]));
	json_object_set_new(o, "violating_runs", json_integer((json_int_t)p->violating[0]));
	json_object_set_new(o, "aimed_runs", json_integer((json_int_t)p->checked[1]));
	json_object_set_new(o, "aimed_violating_runs", json_integer((json_int_t)p->violating[1]));
	json_object_set_new(o, "graph", json_integer(p->graph));
	json_object_set_new(o, "depth", json_integer(p->depth));
	return o;
}

static json_t *phase(const struct hd_summary_phase *p)
{
	return json_pack("{s:I,s:f}", "runs", (json_int_t)p->runs, "seconds", p->seconds);
}

static json_t *maple(const struct hd_summary *s)
{
	const struct hd_summary_success *of = s->success;
	json_t *o = json_object();

	for (int i = 1; i <= 6; i++) {
		char name[] = "idiom0";
		json_t *x = json_object();

		name[5] = (char)('0' + i);
		json_object_set_new(x, "predicted", json_integer(of[i].predicted));
		json_object_set_new(x, "exposed", json_integer(of[i].exposed));
		json_object_set_new(x, "tried", json_integer(of[i].tried));
		json_object_set_new(x, "reached", json_integer(of[i].reached));
		json_object_set_new(o, name, x);
	}
	json_object_set_new(o, "profile", phase(&s->profile));
	json_object_set_new(o, "test", phase(&s->test));
	return o;
}

/* Tables in which something did not fit. */
static json_t *limits(const struct hd_summary *s)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < HD_CAPACITIES; i++) {
		char name[HD_CAPACITY_NAME];
		json_t *o;

		if (!(s->full_tables & HD_FULL_BIT(i)))
			continue;
		o = json_object();
		hd_capacity_name((enum hd_capacity)i, name);
		json_object_set_new(o, "name", hd_json_text(name));
		json_object_set_new(o, "most", json_integer(s->most[i]));
		json_object_set_new(o, "what", hd_json_text(hd_capacities[i].what));
		json_object_set_new(o, "lost", hd_json_text(hd_capacities[i].lost));
		json_array_append_new(all, o);
	}
	return all;
}

/* Up to how many of these all schedules were tried; null: up to none, or all there are. */
static json_t *bound_reached(const struct hd_summary_proof *p, const char *what)
{
	if (!p->tried || p->all || !p->bounds || strcmp(p->bounds, what) != 0)
		return json_null();
	return json_integer((json_int_t)p->tried - 1);
}

static json_t *campaign_json_proof(const struct hd_summary_proof *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "sentence", hd_json_text(p->sentence));
	json_object_set_new(o, "preemptions", bound_reached(p, "preemption"));
	json_object_set_new(o, "delays", bound_reached(p, "delay"));
	json_object_set_new(o, "all", json_boolean(p->all));
	json_object_set_new(o, "explored", p->explored < 0 ? json_null() : json_real(p->explored));
	json_object_set_new(o, "runs", json_integer((json_int_t)p->runs));
	json_object_set_new(o, "traces", p->traces ? json_integer((json_int_t)p->traces) : json_null());
	json_object_set_new(o, "repeated_runs", json_integer((json_int_t)p->repeated));
	json_object_set_new(o, "redundant_runs", json_integer((json_int_t)p->redundant));
	json_object_set_new(o, "earlier_runs", json_integer((json_int_t)p->earlier));
	json_object_set_new(o, "gaps", hd_json_texts((char *const *)p->gaps, p->ngaps));
	return o;
}

static json_t *campaign_json_backtracking(const struct hd_summary_backtracking *b)
{
	json_t *o = json_object();

	json_object_set_new(o, "points", json_integer((json_int_t)b->points));
	json_object_set_new(o, "runs", json_integer((json_int_t)b->runs));
	json_object_set_new(o, "steps", json_integer((json_int_t)b->steps));
	json_object_set_new(o, "accesses", json_integer((json_int_t)b->accesses));
	return o;
}

static json_t *campaign_json_pair(const struct hd_pair_result *p)
{
	json_t *o = json_object(), *both = json_array();

	json_array_append_new(both, hd_json_text(p->first));
	json_array_append_new(both, hd_json_text(p->second));
	json_object_set_new(o, "kind", hd_json_text(p->kind));
	json_object_set_new(o, "same_object", hd_json_text(p->same_object));
	json_object_set_new(o, "operations", both);
	json_object_set_new(o, "state", hd_json_text(hd_pair_state_text[p->state]));
	json_object_set_new(o, "why", hd_json_text(p->why));
	return o;
}

static json_t *campaign_json_pairs(const struct hd_pair_results *r)
{
	json_t *o = json_object(), *list = json_array();

	for (size_t i = 0; i < r->n; i++)
		json_array_append_new(list, campaign_json_pair(&r->list[i]));
	json_object_set_new(o, "from", hd_json_text(r->from));
	json_object_set_new(o, "both_orders", json_integer((json_int_t)r->states[HD_PAIR_BOTH]));
	json_object_set_new(o, "infeasible", json_integer((json_int_t)r->states[HD_PAIR_INFEASIBLE]));
	json_object_set_new(o, "left", json_integer((json_int_t)r->states[HD_PAIR_LEFT]));
	json_object_set_new(o, "list", list);
	return o;
}

const char *const hd_known_now_text[] = {[HD_KNOWN_FAILING] = "still failing",
					 [HD_KNOWN_REGRESSED] = "regressed",
					 [HD_KNOWN_FIXED] = "fixed",
					 [HD_KNOWN_GONE] = "fixed",
					 [HD_KNOWN_UNTRIED] = "cannot be tried"};

static json_t *campaign_json_known(const struct hd_summary_known *k)
{
	json_t *o = json_object();

	json_object_set_new(o, "id", json_integer(k->id));
	json_object_set_new(o, "folder", hd_json_text(k->folder));
	json_object_set_new(o, "kind", hd_json_text(k->kind));
	json_object_set_new(o, "message", hd_json_text(k->message));
	json_object_set_new(o, "state", hd_json_text(hd_known_now_text[k->state]));
	json_object_set_new(o, "runs", json_integer((json_int_t)k->runs));
	json_object_set_new(o, "why", hd_json_text(k->why));
	return o;
}

static json_t *campaign_json_summary(const struct hd_summary *s)
{
	json_t *o = json_object(), *failures = json_array(), *findings = json_array(), *known = json_array();

	for (size_t i = 0; i < s->nfailures; i++)
		json_array_append_new(failures, failure(&s->failures[i]));
	for (size_t i = 0; i < s->nfindings; i++)
		json_array_append_new(findings, finding(&s->findings[i]));
	for (size_t i = 0; i < s->nknown; i++)
		json_array_append_new(known, campaign_json_known(&s->known[i]));
	json_object_set_new(o, "version", hd_json_text(s->version));
	json_object_set_new(o, "program", hd_json_text(s->program));
	json_object_set_new(o, "args", hd_json_texts(s->args, s->nargs));
	json_object_set_new(o, "input", hd_json_text(s->input));
	json_object_set_new(o, "strategy", hd_json_text(s->strategy));
	json_object_set_new(o, "seed", hd_json_u64(s->seed));
	json_object_set_new(o, "verdict", hd_json_text(s->verdict));
	json_object_set_new(o, "runs", json_integer((json_int_t)s->runs));
	json_object_set_new(o, "steps", json_integer((json_int_t)s->steps));
	json_object_set_new(o, "accesses", json_integer((json_int_t)s->accesses));
	json_object_set_new(o, "threads", json_integer((json_int_t)s->threads));
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_object_set_new(o, "runs_per_second",
			    json_real(s->seconds > 0 ? (double)s->runs / s->seconds : 0));
	json_object_set_new(o, "jobs", json_integer(s->jobs));
	json_object_set_new(o, "killed_workers", json_integer((json_int_t)s->killed_workers));
	json_object_set_new(o, "reset", hd_json_text(s->reset));
	if (s->backtracking.wanted)
		json_object_set_new(o, "backtracking", campaign_json_backtracking(&s->backtracking));
	if (s->predictions.wanted)
		json_object_set_new(o, "atomic_sets", predictions(&s->predictions));
	if (s->driven)
		json_object_set_new(o, "maple", maple(s));
	json_object_set_new(o, "coverage", campaign_json_coverage(s));
	json_object_set_new(o, "not_rebuilt", hd_json_texts(s->blind, s->nblind));
	json_object_set_new(o, "failures", failures);
	json_object_set_new(o, "findings", findings);
	json_object_set_new(o, "known", known);
	json_object_set_new(o, "changed", hd_json_texts((char *const *)s->changed, s->nchanged));
	json_object_set_new(o, "limits", limits(s));
	if (s->proof)
		json_object_set_new(o, "proof", campaign_json_proof(s->proof));
	if (s->pairs)
		json_object_set_new(o, "pairs", campaign_json_pairs(s->pairs));
	return o;
}

int hd_summary_write_json(const struct hd_summary *s, FILE *f)
{
	return hd_json_write(campaign_json_summary(s), f);
}
