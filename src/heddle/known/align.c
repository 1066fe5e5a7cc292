/* SPDX-License-Identifier: Apache-2.0
 *
 * The longest common sequence of lines, by dynamic programming, and then what is left. */
#include "heddle/known/align.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define NEARBY	   3	/* lines, up or down */
#define LINES_MOST 2000 /* of both functions: the table has as many rows and columns */

static bool is_in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

struct part { /* of a line: a word, or a character that is no blank */
	const char *at;
	size_t n;  /* 0: the end of the line */
	bool free; /* a word that may be another one: it is no function that is called */
};

static struct part next_part(const char **p)
{
	struct part part;
	const char *after;

	*p += strspn(*p, " \t");
	part = (struct part){.at = *p, .n = **p ? 1 : 0};
	while (is_in_word(**p) && is_in_word((*p)[1])) {
		part.n++;
		++*p;
	}
	*p += **p != '\0';
	after = *p + strspn(*p, " \t");
	part.free = part.n && is_in_word(*part.at) && *after != '(';
	return part;
}

/* They differ in names of variables, in numbers and in blanks only. */
static bool same_shape(const char *a, const char *b)
{
	struct part x, y;

	do {
		x = next_part(&a);
		y = next_part(&b);
		if (x.free != y.free || (!x.free && (x.n != y.n || memcmp(x.at, y.at, x.n) != 0)))
			return false;
	} while (x.n);
	return true;
}

/* More than half of the longer one is equal, from its beginning or to its end. */
static bool is_close(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b), most = na > nb ? na : nb, least = na + nb - most;
	size_t head = 0, tail = 0;

	while (head < least && a[head] == b[head])
		head++;
	while (tail < least - head && a[na - 1 - tail] == b[nb - 1 - tail])
		tail++;
	return 2 * (head + tail) > most;
}

/* Where the source of one of them is not known, the number of the line has to do. */
static bool is_same(const struct hd_place_line *a, const struct hd_place_line *b)
{
	return a->text[0] && b->text[0] ? !strcmp(a->text, b->text) : a->below == b->below;
}

/* How much they look alike; 0: not at all. */
static unsigned likeness(const struct hd_place_line *a, const struct hd_place_line *b)
{
	unsigned likeness = same_shape(a->text, b->text) ? 2 : is_close(a->text, b->text) ? 1 : 0;

	return likeness ? 2 * likeness + (a->ncalls == b->ncalls) : 0;
}

/* ---- lines of the same text, in their order ---- */

struct table {
	uint32_t *best; /* by row and column: of the lines from there on */
	size_t columns;
};

static uint32_t *cell(const struct table *t, size_t row, size_t column)
{
	return &t->best[row * t->columns + column];
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void fill_table(const struct table *t, const struct hd_place_function *old,
		       const struct hd_place_function *new)
{
	for (size_t i = old->nlines; i-- > 0;)
		for (size_t k = new->nlines; k-- > 0;)
			*cell(t, i, k) = is_same(&old->lines[i], &new->lines[k])
					     ? 1 + *cell(t, i + 1, k + 1)
					     : larger(*cell(t, i + 1, k), *cell(t, i, k + 1));
}

static void read_table(const struct table *t, const struct hd_place_function *old,
		       const struct hd_place_function *new, size_t *to)
{
	for (size_t i = 0, k = 0; i < old->nlines && k < new->nlines;) {
		if (is_same(&old->lines[i], &new->lines[k]))
			to[i++] = k++;
		else if (*cell(t, i, k) == *cell(t, i + 1, k))
			i++;
		else
			k++;
	}
}

/* ---- the other lines ---- */

static bool is_taken(const size_t *to, size_t n, size_t line)
{
	for (size_t i = 0; i < n; i++)
		if (to[i] == line)
			return true;
	return false;
}

/* Lines that were put elsewhere in the function: the same text where no other line has gone. */
static void find_moved(const struct hd_place_function *old, const struct hd_place_function *new, size_t *to)
{
	for (size_t i = 0; i < old->nlines; i++)
		for (size_t k = 0; k < new->nlines &&to[i] == HD_LINE_GONE; k++)
			if (is_same(&old->lines[i], &new->lines[k]) && !is_taken(to, old->nlines, k))
				to[i] = k;
}

/* The lines of `new` between those that the neighbours of line i have become. */
static void find_gap(const size_t *to, size_t n, size_t lines, size_t i, size_t *from, size_t *end)
{
	*from = 0;
	*end = lines;
	for (size_t k = i; k-- > 0 && !*from;)
		if (to[k] != HD_LINE_GONE)
			*from = to[k] + 1;
	for (size_t k = i + 1; k < n && *end == lines; k++)
		if (to[k] != HD_LINE_GONE)
			*end = to[k];
}

/* Between its neighbours there was only this line, and now there is only one: the index of that. */
static size_t find_replaced(const size_t *to, size_t n, size_t lines, size_t i)
{
	size_t from, end;
	bool alone = (i == 0 || to[i - 1] != HD_LINE_GONE) && (i + 1 == n || to[i + 1] != HD_LINE_GONE);

	find_gap(to, n, lines, i, &from, &end);
	return alone && from + 1 == end && !is_taken(to, n, from) ? from : HD_LINE_GONE;
}

/* Lines that were changed: of those between the neighbours, the one that looks most alike. */
static void find_changed(const struct hd_place_function *old, const struct hd_place_function *new, size_t *to)
{
	for (size_t i = 0; i < old->nlines; i++) {
		size_t k, end;
		unsigned best = 0;

		if (to[i] != HD_LINE_GONE)
			continue;
		find_gap(to, old->nlines, new->nlines, i, &k, &end);
		for (; k < end; k++) {
			unsigned now = likeness(&old->lines[i], &new->lines[k]);

			if (now > best && !is_taken(to, old->nlines, k)) {
				best = now;
				to[i] = k;
			}
		}
		if (!best)
			to[i] = find_replaced(to, old->nlines, new->nlines, i);
	}
}

size_t *hd_align_lines(const struct hd_place_function *old, const struct hd_place_function *new)
{
	size_t *to = hd_new(old->nlines + 1, sizeof(*to));
	struct table t = {.columns = new->nlines + 1};

	for (size_t i = 0; i < old->nlines; i++)
		to[i] = HD_LINE_GONE;
	if (old->nlines > LINES_MOST || new->nlines > LINES_MOST)
		return to;
	t.best = hd_new((old->nlines + 1) * t.columns, sizeof(*t.best));
	fill_table(&t, old, new);
	read_table(&t, old, new, to);
	find_moved(old, new, to);
	find_changed(old, new, to);
	free(t.best);
	return to;
}

static bool same_callee(const struct hd_place_call *a, const struct hd_place_call *b)
{
	return a->callee[0] && !strcmp(a->callee, b->callee);
}

static bool same_column(const struct hd_place_call *a, const struct hd_place_call *b)
{
	return a->column == b->column;
}

/* Of the calls of `new` that are like the call of `old`, the one that comes as late among them as it does in
 * `old`; the number of calls: there are not so many. */
static size_t nth_alike(const struct hd_place_line *old, const struct hd_place_line *new, size_t call,
			bool (*alike)(const struct hd_place_call *a, const struct hd_place_call *b))
{
	size_t before = 0, i;

	for (i = 0; i < call; i++)
		before += alike(&old->calls[call], &old->calls[i]);
	for (i = 0; i < new->ncalls; i++)
		if (alike(&old->calls[call], &new->calls[i]) && before-- == 0)
			break;
	return i;
}

size_t hd_align_call(const struct hd_place_line *old, const struct hd_place_line *new, size_t call)
{
	size_t found = nth_alike(old, new, call, same_callee);

	if (found < new->ncalls || old->ncalls == new->ncalls)
		return found < new->ncalls ? found : call;
	found = strcmp(old->text, new->text) == 0 ? nth_alike(old, new, call, same_column) : new->ncalls;
	if (found < new->ncalls)
		return found;
	return call < new->ncalls ? call : new->ncalls - 1;
}

/* Optimisation may give a call to a line nearby: a line that has one of the same callee, or `line`. */
static size_t nearest_with(const struct hd_place_function *f, size_t line, const struct hd_place_line *old,
			   size_t call)
{
	for (size_t away = 0; away <= NEARBY; away++) {
		size_t below = line + away, above = line - away;

		if (below < f->nlines &&
		    nth_alike(old, &f->lines[below], call, same_callee) < f->lines[below].ncalls)
			return below;
		if (away <= line &&
		    nth_alike(old, &f->lines[above], call, same_callee) < f->lines[above].ncalls)
			return above;
	}
	return line;
}

const struct hd_place_call *hd_align_place(const struct hd_place_function *old,
					   const struct hd_place_function *new, const size_t *lines,
					   size_t line, size_t call)
{
	size_t to = lines[line];

	if (to == HD_LINE_GONE)
		return NULL;
	to = nearest_with(new, to, &old->lines[line], call);
	return &new->lines[to].calls[hd_align_call(&old->lines[line], &new->lines[to], call)];
}
