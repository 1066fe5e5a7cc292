/* SPDX-License-Identifier: Apache-2.0 */
#include "base/near.h"

#include <string.h>

/* How many letters have to be put in, taken out or replaced to come from a to b (Levenshtein). */
static size_t edit_distance(const char *a, const char *b)
{
	size_t row[32], len = strlen(b);

	if (len >= sizeof(row) / sizeof(row[0]))
		return len;
	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[len];
}

void hd_near_see(struct hd_near *n, const char *possible)
{
	size_t distance = edit_distance(n->name, possible);

	if (distance < n->least && distance < strlen(possible)) {
		n->least = distance;
		n->nearest = possible;
	}
}
