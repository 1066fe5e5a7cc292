/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/findings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/campaign/finding_marks.h"
#include "heddle/failures/findings_alike.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/suppress.h"
#include "heddle/sets/atomic_sets.h"
#include "model/check.h"
#include "report/build/finding_report.h"
#include "report/render/failure_text.h"
#include "report/render/style.h"
#include "report/report.h"
#include "wire/wire_check.h"

#define SHOWN 5 /* on the terminal; all are in the file */

static char *site_text(const struct hd_location *l)
{
	if (l->file)
		return hd_sprintf("%s %s:%d:%d", l->function ? l->function : "?", l->file, l->line,
				  l->column);
	return hd_sprintf("%s %s+0x%" PRIx64, l->function ? l->function : "?", l->module ? l->module : "?",
			  l->offset);
}

struct told { /* a finding that is reported, perhaps for several that look alike */
	struct hd_report *report;
	uint64_t runs;
	struct hd_summary_mark mark;
	uint64_t failing;  /* of the runs */
	uint32_t evidence; /* for the atomic set */
	unsigned units;	   /* of work, that violate it */
};

static void enter_into_ledger(struct hd_campaign *c, const struct told *t, const struct hd_result *result)
{
	const struct hd_report *r = t->report;
	struct hd_summary_finding f = {.kind = r->kind,
				       .message = r->message,
				       .cause = r->cause,
				       .remedy = r->remedy,
				       .run = r->run,
				       .count = t->runs,
				       .mark = t->mark,
				       .known = result->known,
				       .units = t->units,
				       .level = hd_level_names[hd_level_of(r->kind, result->counts)],
				       .fingerprint = result->fingerprint};
	char *sites[HD_FINDING_PARTS];

	f.sites = sites;
	for (f.nsites = 0; f.nsites < r->nthreads; f.nsites++)
		sites[f.nsites] = site_text(&r->threads[f.nsites].where);
	hd_ledger_found(&c->ledger, &f);
	for (size_t i = 0; i < f.nsites; i++)
		free(sites[i]);
}

/* --fail-on asks for findings of this kind. */
static bool counts_as_failure(const struct hd_campaign *c, const char *kind)
{
	for (unsigned k = 0; k < HD_ANALYSES; k++)
		if (c->options->fail_on & 1u << k && !strcmp(kind, hd_analysis_infos[k].name))
			return true;
	return false;
}

static struct hd_result *enter_into_results(struct hd_campaign *c, struct hd_report *r)
{
	struct hd_result *result = hd_results_put(&c->results, r);

	result->known = hd_baseline_has(&c->baseline, result->fingerprint);
	result->counts = !result->known && counts_as_failure(c, r->kind);
	return result;
}

static void put_sentence(const struct hd_campaign *c, char *text)
{
	hd_put_prose(c->confirm.out, text);
	free(text);
}

static void show_finding(struct hd_campaign *c, const struct hd_result *result, FILE *file, unsigned shown)
{
	const struct hd_report *r = result->report;

	/* Where there is a failure it comes first, and the rest is only mentioned. */
	if (result->known && (shown < SHOWN || counts_as_failure(c, r->kind))) {
		put_sentence(c, hd_sprintf("heddle: known: %s: %s", r->kind, r->message));
	} else if (c->ledger.nfailures && shown < SHOWN) {
		put_sentence(c, hd_sprintf("heddle: %s: %s%s%s", r->kind, r->message, r->detail ? "; " : "",
					   r->detail ? r->detail : ""));
	} else if (!c->options->quiet && shown < SHOWN) {
		hd_report_print(r, c->confirm.out, c->confirm.colour);
		fputc('\n', c->confirm.out);
	}
	hd_report_print(r, file, false);
	fputc('\n', file);
}

static struct told *find_told(struct told *told, unsigned n, const struct hd_report *r)
{
	for (unsigned i = 0; i < n; i++)
		if (hd_findings_alike(told[i].report, r))
			return &told[i];
	return NULL;
}

/* How often members of the set were used together: how sure it is that it is one. */
static uint32_t evidence(const struct hd_wire *wire, uint32_t index)
{
	const struct hd_kind *k = wire->findings[index].kind == HD_ANALYSIS_atomic_set
				      ? hd_kind_with(wire, wire->findings[index].set_kind)
				      : NULL;

	return k ? k->evidence : 0;
}

/* What may be wrong comes last. Of violations of atomic sets those that come with failures are listed first,
 * then those whose sets are certain. */
static bool comes_first(const struct told *a, const struct told *b)
{
	enum hd_level of_a = hd_level_of(a->report->kind, false), of_b = hd_level_of(b->report->kind, false);

	if (of_a != of_b)
		return of_a < of_b;
	if (strcmp(a->report->kind, "atomic-set") != 0 || strcmp(b->report->kind, "atomic-set") != 0)
		return false;
	if (!a->failing != !b->failing)
		return a->failing;
	return a->evidence > b->evidence;
}

static void rank(struct told *told, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		struct told t = told[i];
		unsigned at = i;

		for (; at && comes_first(&t, &told[at - 1]); at--)
			told[at] = told[at - 1];
		told[at] = t;
	}
}

/* Collect the findings to report, in the order in which they were found. Returns how many. */
static unsigned collect(struct hd_campaign *c, struct told *told, uint32_t n)
{
	const struct hd_wire *wire = c->workers.wire;
	unsigned ntold = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct hd_report *r = hd_report_of_finding(wire, i, c->symbols);
		struct hd_summary_mark mark = hd_finding_mark_of(wire, i, c->aim_bugs);
		struct told *as = r ? find_told(told, ntold, r) : NULL;

		if (as)
			hd_finding_mark_join(&as->mark, &mark);
		if (!r || as || hd_suppressed(&c->options->suppressions, r))
			hd_report_free(r);
		else
			told[ntold++] = (struct told){r,
						      wire->findings[i].runs,
						      mark,
						      wire->findings[i].failing,
						      evidence(wire, i),
						      wire->findings[i].nunits};
	}
	return ntold;
}

/* The line below the finding: how sure it is, and what came of it. */
static void tell_certainty(const struct told *t)
{
	struct hd_report *r = t->report;
	char *mark = hd_finding_mark_text(&t->mark, r->kind), *before = r->detail;

	if (!mark && t->failing && !strcmp(r->kind, "atomic-set"))
		mark = hd_sprintf("%" PRIu64 " of the %" PRIu64 " runs that showed it failed", t->failing,
				  t->runs);
	if (!mark)
		return;
	r->detail = before ? hd_sprintf("%s; %s", before, mark) : hd_strdup(mark);
	free(before);
	free(mark);
}

static unsigned show_all(struct hd_campaign *c, FILE *file)
{
	const struct hd_wire *wire = c->workers.wire;
	uint32_t n = hd_wire_findings(wire);
	struct told *told = hd_new(n, sizeof(*told));
	unsigned ntold = collect(c, told, n);

	rank(told, ntold);
	for (unsigned i = 0; i < ntold; i++) {
		struct hd_report *r = told[i].report;
		struct hd_result *result;

		tell_certainty(&told[i]);
		result = enter_into_results(c, r);
		enter_into_ledger(c, &told[i], result);
		show_finding(c, result, file, i);
	}
	free(told);
	return ntold;
}

bool hd_findings_suppressed(const struct hd_campaign *c, uint32_t aim)
{
	const struct hd_wire *wire = c->workers.wire;
	uint32_t index = aim && aim <= HD_MAX_AIMS ? wire->aims[aim - 1].finding : 0;
	struct hd_report *r =
	    index && index <= HD_MAX_FINDINGS ? hd_report_of_finding(wire, index - 1, c->symbols) : NULL;
	bool suppressed = r && hd_suppressed(&c->options->suppressions, r);

	hd_report_free(r);
	return suppressed;
}

static int write_all(struct hd_campaign *c, const char *path)
{
	struct hd_outfile file;
	unsigned n;
	int status = 0;

	if (hd_outfile_open(&file, path)) {
		status = hd_complain_errno(errno, "cannot write %s", path);
	} else {
		n = show_all(c, file.f);
		if (!n)
			hd_outfile_abandon(&file);
		else if (hd_outfile_commit(&file))
			status = hd_complain_errno(errno, "cannot write %s", path);
		if (n > SHOWN && !c->options->quiet && !status)
			fprintf(c->confirm.out, "heddle: %u more finding%s in %s\n", n - SHOWN,
				n - SHOWN == 1 ? " is" : "s are", path);
	}
	return status;
}

int hd_findings_tell(struct hd_campaign *c)
{
	char *path = hd_sprintf("%s/findings.txt", c->options->out);
	int status = 0;

	if (c->workers.wire->nfindings)
		status = write_all(c, path);
	if (!c->ledger.nfindings)
		unlink(path); /* an earlier search's */
	free(path);
	return status;
}

bool hd_findings_fail(const struct hd_campaign *c)
{
	for (size_t i = 0; i < c->ledger.nfindings; i++)
		if (!c->ledger.findings[i].known && counts_as_failure(c, c->ledger.findings[i].kind))
			return true;
	return false;
}
