/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures and findings of this search go to the store. */
#include "heddle/learnt/learnt_found.h"

#include <stdlib.h>

#include "base/text.h"
#include "heddle/cli/suppress.h"
#include "report/build/finding_report.h"
#include "report/report.h"
#include "wire/wire_check.h"

static char *joined(char *const *list, size_t n)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (size_t i = 0; i < n; i++)
		fprintf(text.f, "%s%s", i ? "; " : "", list[i]);
	return hd_text_end(&text);
}

static void put_failure(struct hd_learnt *l, size_t index)
{
	const struct hd_summary_failure *f = &l->ledger->failures[index];
	uint64_t saved = index < l->nfailures ? l->failures[index] : 0;
	char *place;

	if (f->count <= saved)
		return;
	place = joined(f->sites, f->nsites);
	hd_store_put_failure(l->store, l->search,
			     &(struct hd_store_found){.kind = f->kind,
						      .message = f->message,
						      .place = place,
						      .schedule = f->schedule ? f->schedule : "",
						      .runs = f->count - saved});
	free(place);
}

/* Where its threads are: that is what makes it another finding. */
static char *places_of_finding(const struct hd_report *r)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (unsigned i = 0; i < r->nthreads; i++) {
		const struct hd_location *w = &r->threads[i].where;

		fprintf(text.f, "%s%s %s:%d", i ? "; " : "", w->function ? w->function : "?",
			w->file ? w->file : "?", w->line);
	}
	return hd_text_end(&text);
}

static void put_finding(struct hd_learnt *l, const struct hd_wire *wire, uint32_t index)
{
	uint64_t runs = wire->findings[index].runs, more = runs - l->findings_now[index];
	struct hd_report *r = hd_report_of_finding(wire, index, l->symbols);
	char *place;

	l->findings_now[index] = runs ? runs : 1;
	if (r && !hd_suppressed(&l->options->suppressions, r)) {
		place = places_of_finding(r);
		hd_store_put_finding(l->store, l->search,
				     &(struct hd_store_found){.kind = r->kind,
							      .message = r->message,
							      .place = place,
							      .schedule = "",
							      .runs = more});
		free(place);
	}
	hd_report_free(r);
}

void hd_learnt_put_found(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	uint32_t n = hd_wire_findings(wire);

	for (size_t i = 0; i < l->ledger->nfailures; i++)
		put_failure(l, i);
	/* How often they were seen changes all the time: that waits for the end. */
	for (uint32_t i = 0; i < n; i++)
		if (!l->findings_now[i] || (p->last && wire->findings[i].runs > l->findings_now[i]))
			put_finding(l, wire, i);
}
