/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spelling.h"

#include <string.h>

#define WORD_MAX 128
#define MOST	 2 /* letters that may be wrong */

static size_t least_of(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* How many letters have to be put in, taken out, replaced or exchanged with the next one to come from a to b.
 */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2], len = strlen(b);

	for (size_t j = 0; j <= len; j++)
		last[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t *free_row = before;

		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			row[j] = least_of(last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, row[j - 1] + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
		before = last;
		last = row;
		row = free_row;
	}
	return last[len];
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
