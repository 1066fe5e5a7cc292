/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/checks_option.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/search_options.h"
#include "model/check.h"

/* By default only violations are told for which there is evidence in critical sections. Who names atomic sets
 * wants all. */
#define NAMED(check) ((check)&HD_CHECK_atomic_set ? (check) | HD_CHECK_OPERATIONS : (check))

static const struct check_name {
	const char *name;
	uint32_t bits;
	uint32_t fails; /* … of those, --fail-on takes */
	bool is_alias;
} check_names[] = {
#define HD_ANALYSIS(id, name, when, meaning) {name, NAMED(HD_CHECK_##id), UINT32_MAX, false},
#include "model/analyses.def"
#undef HD_ANALYSIS
    {"atomic-sets", NAMED(HD_CHECK_atomic_set), UINT32_MAX, true},
    {"early-timeout", HD_FAIL_ON_EARLY, UINT32_MAX, false},
    {"default", HD_CHECK_DEFAULT, HD_CHECK_CERTAIN, false},
    {"all", NAMED(HD_CHECK_ALL) | HD_FAIL_ON_EARLY, UINT32_MAX, false},
    {"none", 0, 0, false}};

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

static uint32_t read_list(const struct argp_state *state, const char *option, const char *list, uint32_t all,
			  bool fails)
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
			bits |= c->bits & all & (fails ? c->fails : UINT32_MAX);
		if (!list[n])
			return bits;
		list += n + 1;
	}
}

uint32_t hd_option_checks(const struct argp_state *state, const char *list)
{
	return read_list(state, "--check", list, HD_CHECK_NAMED | HD_CHECK_OPERATIONS, false);
}

uint32_t hd_option_fail_on(const struct argp_state *state, const char *list)
{
	return read_list(state, "--fail-on", list, HD_CHECK_ALL | HD_CHECK_OPERATIONS | HD_FAIL_ON_EARLY,
			 true);
}
