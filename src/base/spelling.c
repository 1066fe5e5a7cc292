/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spelling.h"

#include <string.h>

#define WORD_MAX 128
#define MOST	 2 /* letters that may be wrong */

/* How many letters have to be put in, taken out or replaced to come from a to b (Levenshtein). */
static size_t edit_distance(const char *a, const char *b)
{
	size_t row[WORD_MAX + 1], len = strlen(b);

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

struct hd_spelling hd_spelling_begin(const char *name)
{
	return (struct hd_spelling){.name = name, .least = MOST + 1};
}

void hd_spelling_see(struct hd_spelling *s, const char *possible)
{
	size_t distance;

	if (!possible || strlen(possible) > WORD_MAX || strlen(s->name) > WORD_MAX)
		return;
	distance = edit_distance(s->name, possible);
	/* With half of the letters wrong, every short name would be near every other one. */
	if (distance < s->least && 2 * distance < strlen(possible)) {
		s->least = distance;
		s->nearest = possible;
	}
}
