/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/maple_rates.h"

#include <stdio.h>
#include <string.h>

bool hd_maple_rates(struct hd_wire *wire, struct hd_summary_success of[HD_IDIOMS + 1])
{
	bool any = false;

	memset(of, 0, sizeof *of * (HD_IDIOMS + 1));
	for (uint32_t i = 0, n = hd_wire_aims(wire); i < n; i++) {
		const struct hd_wire_aim *x = &wire->aims[i];
		unsigned idiom = x->aim.root.idiom;

		if (x->aim.kind != HD_AIM_IROOT)
			continue;
		any = true;
		if (x->state == HD_AIM_REMEMBERED || idiom < 1 || idiom > HD_IDIOMS)
			continue;
		of[idiom].predicted++;
		of[idiom].exposed += x->state >= HD_AIM_EXPOSED;
		of[idiom].tried += x->attempts > 0;
		of[idiom].reached += x->state >= HD_AIM_REACHED;
	}
	return any;
}

void hd_maple_rates_tell(struct hd_wire *wire)
{
	struct hd_summary_success of[HD_IDIOMS + 1];

	if (!hd_maple_rates(wire, of))
		return;
	for (unsigned i = 1; i <= HD_IDIOMS; i++) {
		if (of[i].predicted)
			fprintf(stderr,
				"heddle: idiom%u: %u predicted, %u of them exposed (%.0f %%); %u tried, %u "
				"of them "
				"exposed by that\n",
				i, of[i].predicted, of[i].exposed, 100.0 * of[i].exposed / of[i].predicted,
				of[i].tried, of[i].reached);
		else
			fprintf(stderr, "heddle: idiom%u: nothing predicted\n", i);
	}
}

void hd_maple_phases(const struct hd_wire *wire, unsigned jobs, struct hd_summary_phase *profile,
		     struct hd_summary_phase *test)
{
	*profile = *test = (struct hd_summary_phase){0};
	for (unsigned i = 0; i < jobs; i++) {
		const struct hd_wire_worker *w = &wire->workers[i];

		profile->runs += w->profile_runs;
		profile->seconds += (double)w->profile_ns / 1e9;
		test->runs += w->attempt_runs;
		test->seconds += (double)w->attempt_ns / 1e9;
	}
}
