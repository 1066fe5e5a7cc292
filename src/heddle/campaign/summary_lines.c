/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/summary_lines.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "heddle/campaign/blind.h"
#include "heddle/campaign/findings.h"
#include "heddle/campaign/proof.h"
#include "heddle/campaign/verdict.h"
#include "model/gap.h"

static size_t failing_findings(const struct hd_campaign *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->ledger.nfindings; i++)
		n += c->ledger.findings[i].mark.failure != 0;
	return n;
}

static size_t known_failures(const struct hd_campaign *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->ledger.nfailures; i++)
		n += c->ledger.failures[i].known;
	return n;
}

static size_t known_findings(const struct hd_campaign *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->ledger.nfindings; i++)
		n += c->ledger.findings[i].known;
	return n;
}

static void findings_line(const struct hd_campaign *c, FILE *f)
{
	size_t n = c->ledger.nfindings - known_findings(c);

	if (!n)
		return;
	fprintf(f, "heddle: %zu %sfinding%s", n, c->options->baseline ? "new " : "", n == 1 ? "" : "s");
	if (hd_findings_fail(c))
		fputs(", counted as failures because of --fail-on: see ", f);
	else if (failing_findings(c))
		fprintf(f, ", %zu of which led to a failure: see ", failing_findings(c));
	else
		fputs(n == 1 ? " (not counted as a failure): see " : " (not counted as failures): see ", f);
	if (c->options->quiet)
		fprintf(f, "%s/findings.txt\n", c->options->out);
	else
		fputs("above\n", f);
}

static void known_line(const struct hd_campaign *c, FILE *f)
{
	size_t failures = known_failures(c), findings = known_findings(c);

	if (failures || findings)
		fprintf(f, "heddle: known from %s: %zu failure%s, %zu finding%s\n", c->options->baseline,
			failures, failures == 1 ? "" : "s", findings, findings == 1 ? "" : "s");
}

static void early_line(const struct hd_campaign *c, FILE *f)
{
	size_t n = c->ledger.nfailures - hd_ledger_counted(&c->ledger) - known_failures(c);

	if (n)
		fprintf(
		    f,
		    "heddle: %zu failure%s seen only when a time-out ended early, which %s not count unless "
		    "--fail-on early-timeout is given: see above\n",
		    n, n == 1 ? " was" : "s were", n == 1 ? "does" : "do");
}

/* Findings that --fail-on counts as failures are reported in a line of their own. */
static const char *summary_word(const struct hd_campaign *c, enum hd_verdict v)
{
	if (v == HD_VERDICT_FAILED)
		v = !c->ledger.nfailures && hd_proof_holds(c) ? HD_VERDICT_EXHAUSTED : HD_VERDICT_PASSED;
	return hd_verdict_text(v);
}

void hd_summary_verdict(const struct hd_campaign *c, FILE *f)
{
	size_t n = hd_ledger_confirmed(&c->ledger), doubtful = hd_ledger_counted(&c->ledger) - n;
	enum hd_verdict v = hd_verdict(c);

	if (n)
		fprintf(f, "%zu %sfailure%s", n, c->options->baseline ? "new " : "", n == 1 ? "" : "s");
	if (n && doubtful)
		fprintf(f, " and %zu that did not replay", doubtful);
	else if (doubtful)
		fprintf(f, "inconclusive: %zu failure%s seen, but %s not replay", doubtful,
			doubtful == 1 ? " was" : "s were", doubtful == 1 ? "did" : "do");
	else if (!n && v == HD_VERDICT_UNCONTROLLED)
		fprintf(f, "not controlled: two runs of one schedule differed");
	else if (!n && !hd_campaign_runs(c) && !c->finished.text)
		fprintf(f, "%s: no run ended", summary_word(c, v));
	else if (!n)
		fprintf(f, "%s: no %sfailure", summary_word(c, v), known_failures(c) ? "new " : "");
}

/* Without a failure, say what was not seen: the accesses of libraries, which are named, and synchronisation
 * in the program itself. A systematic search has done that already in its own sentence, unless it is to be
 * quiet. */
static void blind_line(const struct hd_campaign *c, FILE *f)
{
	bool told = !c->options->quiet && hd_proof_is_given(c);
	char *sentence = c->ledger.nfailures || told ? NULL : hd_blind_sentence(c->workers.wire);

	if (sentence)
		fprintf(f, "heddle: %s\n", sentence);
	if (!c->ledger.nfailures && !told && c->workers.wire->gaps & HD_GAP_BIT(UNSEEN))
		fprintf(f, "heddle: %s\n", hd_gap_why[HD_GAP_UNSEEN]);
	free(sentence);
}

void hd_summary_lines(const struct hd_campaign *c, FILE *f)
{
	uint64_t runs = hd_campaign_runs(c);
	char count[HD_COUNT_TEXT], speed[HD_COUNT_TEXT];
	size_t n = hd_ledger_counted(&c->ledger);
	const char *strategy =
	    n == 1 && c->ledger.nfailures == 1 ? c->ledger.failures[0].strategy : c->options->strategy;

	fputs("heddle: ", f);
	hd_summary_verdict(c, f);
	if (c->known.failed && !runs)
		fprintf(f,
			" in %.3f s, known from an earlier search: it was tried first, and no search was "
			"needed\n",
			c->seconds);
	else
		fprintf(f, " in %.*f s (%s run%s, %s runs/s, strategy %s)%s\n", c->seconds < 1 ? 3 : 1,
			c->seconds, hd_count_text(runs, count), runs == 1 ? "" : "s",
			hd_count_text(c->seconds > 0 ? (uint64_t)((double)runs / c->seconds) : 0, speed),
			strategy,
			c->interrupted && hd_verdict(c) != HD_VERDICT_INTERRUPTED ? ", interrupted" : "");
	known_line(c, f);
	early_line(c, f);
	findings_line(c, f);
	blind_line(c, f);
	fflush(f);
}
