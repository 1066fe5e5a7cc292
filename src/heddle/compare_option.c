/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/compare_option.h"

#include <string.h>

#include "heddle/cli/cmd.h"
#include "heddle/cli/strategy_option.h"
#include "strategy/strategy.h"

void hd_option_compare(struct hd_compare_options *c, const struct argp_state *state, char *list)
{
	int index;

	c->n = 0;
	for (char *name = strsep(&list, ","); name; name = strsep(&list, ",")) {
		if (c->n == HD_COMPARE_MAX)
			argp_failure(state, HD_STATUS_TROUBLE, 0, "--compare takes %d strategies at most",
				     HD_COMPARE_MAX);
		index = hd_option_strategy(state, name);
		for (size_t i = 0; i < c->n; i++)
			if (c->indices[i] == index)
				argp_failure(state, HD_STATUS_TROUBLE, 0, "--compare names `%s` twice", name);
		c->names[c->n] = hd_strategy_at(index)->name;
		c->indices[c->n++] = index;
	}
}
