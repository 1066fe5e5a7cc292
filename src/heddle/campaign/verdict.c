/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/verdict.h"

#include <string.h>

#include "heddle/campaign/findings.h"
#include "heddle/campaign/proof.h"
#include "heddle/cli/cmd.h"

static const struct {
	const char *text;
	int status;
} verdicts[] = {
#define HD_VERDICT(id, text, status) [HD_VERDICT_##id] = {(text), HD_STATUS_##status},
#include "heddle/campaign/verdict.def"
#undef HD_VERDICT
};

const char *hd_verdict_text(enum hd_verdict v)
{
	return verdicts[v].text;
}

int hd_verdict_status(enum hd_verdict v)
{
	return verdicts[v].status;
}

/* All that failed is that the program asked to be skipped. */
static bool asks_to_be_skipped(const struct hd_campaign *c)
{
	for (size_t i = 0; i < c->ledger.nfailures; i++)
		if (strcmp(c->ledger.failures[i].kind, hd_outcome_text[HD_OUT_EXIT]) != 0 ||
		    !strstr(c->ledger.failures[i].message, "exit status 77"))
			return false;
	return c->ledger.nfailures;
}

int hd_verdict_exit_code(const struct hd_campaign *c, int status)
{
	bool skip = c->options->automake && status == HD_STATUS_FAILED && !hd_findings_fail(c) &&
		    asks_to_be_skipped(c);

	return skip ? HD_AUTOMAKE_SKIP : status;
}

/* The time or the number of runs that the user asked for. */
static bool budget_is_used(const struct hd_campaign *c)
{
	return c->seconds >= c->options->seconds || hd_campaign_runs(c) >= c->options->runs;
}

enum hd_verdict hd_verdict(const struct hd_campaign *c)
{
	bool any = c->ledger.nfailures; /* also of those that do not count */

	if (hd_ledger_confirmed(&c->ledger) || hd_findings_fail(c))
		return HD_VERDICT_FAILED;
	if (c->trouble)
		return c->workers.internal ? HD_VERDICT_BROKEN : HD_VERDICT_REFUSED;
	if (!any && c->unstable)
		return HD_VERDICT_UNCONTROLLED;
	if (hd_ledger_counted(&c->ledger))
		return HD_VERDICT_DOUBTFUL;
	if (!any && hd_proof_holds(c))
		return HD_VERDICT_EXHAUSTED;
	if (c->interrupted && !budget_is_used(c))
		return HD_VERDICT_INTERRUPTED;
	return (any || hd_campaign_runs(c)) && !c->overwritten ? HD_VERDICT_PASSED : HD_VERDICT_INCONCLUSIVE;
}
