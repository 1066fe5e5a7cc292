/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/other_cause.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/failures/same_bug.h"
#include "report/cause_objects.h"
#include "report/fingerprint.h"

static bool is_about(const struct hd_report *r, const char *objects)
{
	char *own = hd_cause_objects(r);
	bool same = own && hd_cause_objects_meet(own, objects);

	free(own);
	return same;
}

/* Of the failures that look like this one: is the cause of one about the same objects? */
static bool is_cause_known(const struct hd_confirm *c, const struct hd_report *r, const char *objects)
{
	for (size_t i = 0; i < c->results->n; i++) {
		const struct hd_result *other = &c->results->list[i];

		if (other->failure && hd_reports_look_alike(other->report, r) &&
		    is_about(other->report, objects))
			return true;
	}
	return false;
}

static bool is_told(const struct hd_confirm *c, const struct hd_report *r)
{
	char *fingerprint = hd_report_fingerprint(r);
	bool told = false;

	for (size_t i = 0; i < c->results->n; i++)
		told |= !strcmp(c->results->list[i].fingerprint, fingerprint);
	free(fingerprint);
	return told;
}

/* An earlier search has found the failure first, so its folder does not say what the cause is about. */
static bool is_plain(const struct hd_confirm *c, const struct hd_report *r, const char *objects)
{
	unsigned number = is_told(c, r) ? 0 : hd_same_bug(c->options->out, r);
	struct hd_report *earlier = number ? hd_bug_report(c->options->out, number) : NULL;
	bool plain = earlier && is_about(earlier, objects);

	hd_report_free(earlier);
	return plain;
}

void hd_other_cause_of_earlier(const struct hd_confirm *c, struct hd_report *r)
{
	r->apart = hd_cause_objects(r);
	if (r->apart && hd_same_bug(c->options->out, r))
		return;
	free(r->apart);
	r->apart = NULL;
}

bool hd_other_cause(struct hd_confirm *c, struct hd_known *known, struct hd_report *r)
{
	char *objects = hd_cause_objects(r);
	bool other = objects && !is_cause_known(c, r, objects);

	if (other && !r->apart && !is_plain(c, r, objects)) {
		r->apart = objects;
		return true;
	}
	free(objects);
	if (other)
		return true;
	known->failure = known->without;
	c->ledger->failures[known->failure - 1].count++;
	return false;
}
