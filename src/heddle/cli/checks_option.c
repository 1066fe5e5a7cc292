/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/checks_option.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/search_options.h"
#include "model/check.h"

static const struct check_name {
	const char *name;
	uint32_t bits;
	bool is_alias;
} check_names[] = {
#define HD_ANALYSIS(id, name, when, meaning) {name, HD_CHECK_##id, false},
#include "model/analyses.def"
#undef HD_ANALYSIS
    {"atomic-sets", HD_CHECK_atomic_set, true},
    {"early-timeout", HD_FAIL_ON_EARLY, false},
    {"default", HD_CHECK_DEFAULT, false},
    {"all", HD_CHECK_ALL | HD_FAIL_ON_EARLY, false},
    {"none", 0, false}};

static bool is_allowed(const struct check_name *c, uint32_t all)
{
	return !(c->bits & ~all) || !strcmp(c->name, "all");
}

static void refuse_check(const struct argp_state *state, const char *option, const char *name, size_t n,
			 uint32_t all)
{
	struct hd_text list;
	char *text;

	hd_text_begin(&list);
	for (size_t i = 0; i < sizeof check_names / sizeof *check_names; i++)
		if (is_allowed(&check_names[i], all) && !check_names[i].is_alias)
			fprintf(list.f, "%s%s", i ? ", " : "", check_names[i].name);
	text = hd_text_end(&list);
	argp_failure(state, HD_STATUS_TROUBLE, 0, "%s: there is no check `%.*s`; there are: %s", option,
		     (int)n, name, text);
	free(text);
}

uint32_t hd_option_checks(const struct argp_state *state, const char *option, const char *list, uint32_t all)
{
	uint32_t bits = 0;

	for (;;) {
		const struct check_name *c = check_names, *end = c + sizeof check_names / sizeof *check_names;
		size_t n = strcspn(list, ",");

		while (c < end && !(strlen(c->name) == n && !strncmp(c->name, list, n) && is_allowed(c, all)))
			c++;
		if (c == end)
			refuse_check(state, option, list, n, all);
		else
			bits |= c->bits & all;
		if (!list[n])
			return bits;
		list += n + 1;
	}
}
