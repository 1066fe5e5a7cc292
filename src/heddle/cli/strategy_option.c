/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/strategy_option.h"

#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "strategy/strategy.h"

static void refuse(const struct argp_state *state, const char *name)
{
	struct hd_spelling near = hd_spelling_begin(name);
	struct hd_text list;
	char *text;

	hd_text_begin(&list);
	fputs("auto", list.f);
	for (int i = 0; i < HD_STRATEGY_COUNT; i++) {
		if (hd_strategies[i]->follows)
			continue;
		fprintf(list.f, ", %s", hd_strategies[i]->name);
		hd_spelling_see(&near, hd_strategies[i]->name);
	}
	text = hd_text_end(&list);
	if (near.nearest)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "there is no strategy `%s`, did you mean `%s`? There are: %s", name,
			     near.nearest, text);
	else
		argp_failure(state, HD_STATUS_TROUBLE, 0, "there is no strategy `%s`; there are: %s", name,
			     text);
	free(text);
}

int hd_option_strategy(const struct argp_state *state, const char *name)
{
	int index = hd_strategy_named(name);

	if (strcmp(name, "auto") != 0 && (index < 0 || hd_strategies[index]->follows))
		refuse(state, name);
	return index;
}
