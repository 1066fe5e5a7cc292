/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX (366.0 * 24 * 3600)

char *hd_count_text(uint64_t n, char *out)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n);
	char *p = out;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			*p++ = ',';
		*p++ = digits[i];
	}
	*p = '\0';
	return out;
}

bool hd_parse_count(const char *text, uint64_t max, uint64_t *out)
{
	char *end;

	if (!*text || strspn(text, "0123456789") != strlen(text))
		return false;
	errno = 0;
	*out = strtoull(text, &end, 10);
	return !errno && *out <= max;
}

bool hd_parse_seconds(const char *text, double *out)
{
	char *end;

	if (!*text || strspn(text, "0123456789.") != strlen(text))
		return false;
	*out = strtod(text, &end);
	return !*end && *out > 0 && *out <= SECONDS_MAX;
}
