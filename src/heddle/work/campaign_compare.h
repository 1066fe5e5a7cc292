/* SPDX-License-Identifier: Apache-2.0
 *
 * A campaign beside the last one of the same name: which tests fail now and did not, and the other way round.
 */
#pragma once

#include "heddle/work/campaign_work.h"
#include "report/json/suite_json.h"

/* Fills in all but `goes_on`; false: there was no campaign before. To be freed either way. */
bool hd_campaign_compare(const struct hd_campaign_work *w, const char *name, struct hd_suite_campaign *out);
void hd_campaign_compare_free(struct hd_suite_campaign *c);
