/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/maple_rates.h"

#include <stdio.h>
#include <string.h>

bool hd_maple_rates(struct hd_wire *wire, struct hd_summary_success of[HD_IDIOMS + 1])
{
	uint32_t n = wire->npredicted < HD_MAX_PREDICTED ? wire->npredicted : HD_MAX_PREDICTED;

	memset(of, 0, sizeof *of * (HD_IDIOMS + 1));
	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_candidate *x = &wire->predicted[i];
		const struct hd_wire_iroot *slot = hd_wire_iroot_slot(wire, x->key);

		if (x->latent || x->root.idiom < 1 || x->root.idiom > HD_IDIOMS)
			continue;
		of[x->root.idiom].predicted++;
		of[x->root.idiom].exposed += slot && slot->key == x->key;
	}
	for (unsigned i = 1; i <= HD_IDIOMS; i++) {
		of[i].tried = wire->tried_of[i];
		of[i].reached = wire->reached_of[i];
	}
	return n > 0;
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
