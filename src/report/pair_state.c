/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pair_state.h"

#include <stdlib.h>

#include "base/fail.h"

const char *const hd_pair_state_text[HD_PAIR_STATES] = {
    [HD_PAIR_BOTH] = "tried in both orders", [HD_PAIR_INFEASIBLE] = "infeasible", [HD_PAIR_LEFT] = "left"};

void hd_pair_results_add(struct hd_pair_results *r, const struct hd_pair_result *result)
{
	r->list = hd_grow(r->list, &r->cap, r->n + 1, sizeof *r->list);
	r->list[r->n++] = *result;
	r->states[result->state]++;
}

void hd_pair_results_term(struct hd_pair_results *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->list[i].first);
		free(r->list[i].second);
	}
	free(r->list);
}
