/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"

uint64_t hd_option_count(const struct argp_state *state, const char *option, const char *value, uint64_t min,
			 uint64_t max)
{
	uint64_t n;

	if (!hd_parse_count(value, max, &n) || n < min)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "%s wants a number from %" PRIu64 " to %" PRIu64 ", not `%s`", option, min, max,
			     value);
	return n;
}

double hd_option_seconds(const struct argp_state *state, const char *option, const char *value)
{
	double seconds;

	if (!hd_parse_seconds(value, &seconds))
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "%s wants a number of seconds, more than 0, not `%s`", option, value);
	return seconds;
}

int hd_option_choice(const struct argp_state *state, const char *option, const char *value,
		     const char *const *choices)
{
	struct hd_text list;
	char *text;

	for (int i = 0; choices[i]; i++)
		if (!strcmp(choices[i], value))
			return i;
	hd_text_begin(&list);
	for (int i = 0; choices[i]; i++)
		fprintf(list.f, "%s%s", i ? (choices[i + 1] ? ", " : " or ") : "", choices[i]);
	text = hd_text_end(&list);
	argp_failure(state, HD_STATUS_TROUBLE, 0, "%s is %s, not `%s`", option, text, value);
	free(text);
	return -1;
}

void hd_option_bug(const struct argp_state *state, const char **bug, const char *value)
{
	if (*bug)
		argp_failure(state, HD_STATUS_TROUBLE, 0, "only one failure at a time, not `%s` too", value);
	*bug = value;
}
