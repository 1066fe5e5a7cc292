/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/full_tables.h"

#include "base/number.h"
#include "model/check.h"

static bool a_kind_lost_parts(const struct hd_inferred *inferred)
{
	for (unsigned i = 0; i < HD_KINDS; i++)
		if (inferred->kinds[i].lost)
			return true;
	return false;
}

uint64_t hd_full_tables(const struct hd_wire *wire)
{
	uint64_t full = wire->full;

	if (wire->checks & HD_CHECK_OPERATIONS) {
		full |= wire->layout.lost ? HD_FULL_BIT(HD_FULL_SET_LAYOUT) : 0;
		full |= wire->inferred.lost ? HD_FULL_BIT(HD_FULL_SET_KINDS) : 0;
		full |= a_kind_lost_parts(&wire->inferred) ? HD_FULL_BIT(HD_FULL_SET_PARTS) : 0;
	}
	return full & (HD_FULL_BIT(HD_CAPACITIES) - 1);
}

void hd_full_tables_tell(const struct hd_wire *wire, FILE *out)
{
	uint64_t full = hd_full_tables(wire);
	char count[HD_COUNT_TEXT];

	for (unsigned i = 0; i < HD_CAPACITIES; i++) {
		const char *lost = hd_capacities[i].lost;

		if (full & HD_FULL_BIT(i))
			fprintf(out, "heddle: limit: more than %s %s: %s\n",
				hd_count_text(wire->most[i], count), hd_capacities[i].what,
				lost ? lost : "the process that needs more is ended");
	}
}
