/* SPDX-License-Identifier: Apache-2.0 */
#include "base/suggest.h"

#include <string.h>

#define WORD_MAX 128

/* How many letters are to be changed, added or left out. */
static size_t edits(const char *a, const char *b)
{
	size_t n = strlen(b), row[WORD_MAX + 1];

	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 0; a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < n; j++) {
			size_t least = diagonal + (a[i] != b[j]);

			diagonal = row[j + 1];
			least = row[j] + 1 < least ? row[j] + 1 : least;
			row[j + 1] = diagonal + 1 < least ? diagonal + 1 : least;
		}
	}
	return row[n];
}

struct hd_suggestion hd_suggest(const char *word)
{
	size_t n = strlen(word);

	/* A third of the letters may be wrong, but no more than two. */
	return (struct hd_suggestion){.word = word, .distance = (n / 3 < 2 ? n / 3 : 2) + 1};
}

void hd_suggest_consider(struct hd_suggestion *s, const char *candidate)
{
	size_t distance;

	if (!candidate || strlen(candidate) > WORD_MAX || strlen(s->word) > WORD_MAX)
		return;
	distance = edits(s->word, candidate);
	if (distance >= s->distance)
		return;
	s->distance = distance;
	s->nearest = candidate;
}
