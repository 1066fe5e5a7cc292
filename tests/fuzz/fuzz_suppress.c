/* SPDX-License-Identifier: Apache-2.0
 *
 * Suppressions from arbitrary lines: each is refused and leaves nothing behind, or is read; the patterns that
 * were read fit a text or do not, without looking beyond its end. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "heddle/cli/suppress.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct hd_suppression *s)
{
	char *exact = strdup(s->pattern);

	if (!*s->pattern || !hd_pattern_fits(s->pattern, exact) || !hd_pattern_fits("*", exact))
		abort();
	hd_pattern_fits(s->pattern, "");
	hd_pattern_fits(s->pattern, "stats_add");
	free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hd_suppressions s = {0};
	char *text = strndup((const char *)data, size), *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		size_t before = s.n;
		bool read = hd_suppressions_line(&s, line);

		if (read ? s.n > before + 1 : s.n != before)
			abort();
	}
	for (size_t i = 0; i < s.n; i++)
		check(&s.list[i]);
	hd_suppressions_term(&s);
	free(text);
	return 0;
}
