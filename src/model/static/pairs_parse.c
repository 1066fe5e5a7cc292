/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading pairs: line by line; a line may only refer to what stands before it. */
#include "model/static/pairs_parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"
#include "model/schedule/schedule_scan.h"

#define MOST_COLUMNS 1000000000u

/* A number below `limit`, or the word "none", which is UINT32_MAX. */
static bool take_reference(struct hd_scan *s, size_t limit, bool may_be_none, uint32_t *out, const char *what)
{
	uint64_t number;

	hd_scan_blanks(s);
	if (may_be_none && s->stop - s->at >= 4 && !memcmp(s->at, "none", 4)) {
		s->at += 4;
		*out = UINT32_MAX;
		return true;
	}
	if (!hd_scan_number(s, UINT32_MAX - 1, &number, what))
		return false;
	*out = (uint32_t)number;
	return number < limit || hd_scan_fail(s, "there is no %s %llu yet", what, (unsigned long long)number);
}

static bool take_file(struct hd_scan *s, struct hd_pairs *p)
{
	char *path;

	if (!hd_scan_string(s, &path))
		return false;
	p->files = hd_grow(p->files, &p->files_cap, p->nfiles + 1, sizeof *p->files);
	p->files[p->nfiles++] = path;
	return true;
}

static bool take_place(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair_place place = {0};
	uint64_t line, column;
	char what[32];
	enum hd_event_kind kind;

	if (!hd_scan_word(s, what, sizeof what, "the operation"))
		return false;
	kind = hd_event_named(what);
	if (kind == HD_EVENT_COUNT)
		return hd_scan_fail(s, "there is no operation `%s`", what);
	if (!take_reference(s, p->nfiles, true, &place.file, "file") ||
	    !hd_scan_number(s, MOST_COLUMNS, &line, "the line") ||
	    !hd_scan_number(s, MOST_COLUMNS, &column, "the column") || !hd_scan_string(s, &place.function))
		return false;
	place.what = (uint8_t)kind;
	place.line = (uint32_t)line;
	place.column = (uint32_t)column;
	p->places = hd_grow(p->places, &p->places_cap, p->nplaces + 1, sizeof *p->places);
	p->places[p->nplaces++] = place;
	return true;
}

static bool take_about(struct hd_scan *s, struct hd_pairs *p)
{
	uint32_t place;
	char *object = NULL;

	if (!take_reference(s, p->nplaces, false, &place, "place") || !hd_scan_string(s, &object))
		return false;
	free(p->places[place].object);
	p->places[place].object = object;
	return true;
}

static bool take_thread(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair_thread thread = {0};
	uint32_t many;

	if (!hd_scan_either(s, "one", "many", &many, "how many threads there are") ||
	    !take_reference(s, p->nplaces, true, &thread.place, "place") || !hd_scan_string(s, &thread.start))
		return false;
	thread.many = many;
	p->threads = hd_grow(p->threads, &p->threads_cap, p->nthreads + 1, sizeof *p->threads);
	p->threads[p->nthreads++] = thread;
	return true;
}

static bool take_count(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair_count count = {0};

	if (!hd_scan_string(s, &count.without))
		return false;
	p->counts = hd_grow(p->counts, &p->counts_cap, p->ncounts + 1, sizeof *p->counts);
	p->counts[p->ncounts] = count;
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		if (!hd_scan_number(s, UINT64_MAX, &p->counts[p->ncounts].pairs[k], "a number of pairs"))
			return p->ncounts++, false;
	p->ncounts++;
	return true;
}

static bool take_kind(struct hd_scan *s, uint8_t *out)
{
	char word[8];

	if (!hd_scan_word(s, word, sizeof word, "the kind of pair"))
		return false;
	for (*out = 0; *out < HD_PAIR_KINDS; ++*out)
		if (!strcmp(word, hd_pair_text[*out]))
			return true;
	return hd_scan_fail(s, "there is no kind of pair `%s`", word);
}

static bool take_pair(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair pair = {0};
	uint32_t must;

	if (!take_kind(s, &pair.kind) || !hd_scan_either(s, "may", "must", &must, "`may` or `must`") ||
	    !take_reference(s, p->nplaces, false, &pair.a, "place") ||
	    !take_reference(s, p->nplaces, false, &pair.b, "place") ||
	    !hd_scan_hex(s, &pair.threads_a, "a set of threads") ||
	    !hd_scan_hex(s, &pair.threads_b, "a set of threads"))
		return false;
	pair.must = must;
	p->pairs = hd_grow(p->pairs, &p->pairs_cap, p->npairs + 1, sizeof *p->pairs);
	p->pairs[p->npairs++] = pair;
	return true;
}

static bool take_node(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair_node node = {0};
	uint32_t wild;

	if (!hd_scan_either(s, "calm", "wild", &wild, "`calm` or `wild`") ||
	    !take_reference(s, p->nplaces, true, &node.place, "place"))
		return false;
	node.wild = wild;
	p->nodes = hd_grow(p->nodes, &p->nodes_cap, p->nnodes + 1, sizeof *p->nodes);
	p->nodes[p->nnodes++] = node;
	return true;
}

static bool take_edge(struct hd_scan *s, struct hd_pairs *p)
{
	struct hd_pair_edge edge;

	if (!take_reference(s, p->nnodes, false, &edge.from, "node") ||
	    !take_reference(s, p->nnodes, false, &edge.to, "node"))
		return false;
	p->edges = hd_grow(p->edges, &p->edges_cap, p->nedges + 1, sizeof *p->edges);
	p->edges[p->nedges++] = edge;
	return true;
}

static bool take_instructions(struct hd_scan *s, struct hd_pairs *p)
{
	return hd_scan_number(s, UINT64_MAX, &p->instructions, "the number of instructions");
}

static bool take_lost(struct hd_scan *s, struct hd_pairs *p)
{
	return hd_scan_number(s, UINT64_MAX, &p->lost, "the number of pairs that were left out");
}

static const struct {
	const char *key;
	bool (*take)(struct hd_scan *s, struct hd_pairs *p);
} lines[] = {{"instructions", take_instructions},
	     {"lost", take_lost},
	     {"file", take_file},
	     {"place", take_place},
	     {"about", take_about},
	     {"thread", take_thread},
	     {"count", take_count},
	     {"pair", take_pair},
	     {"node", take_node},
	     {"edge", take_edge}};

static bool take_line(struct hd_scan *s, struct hd_pairs *p)
{
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (hd_scan_at(s, lines[i].key)) {
			s->at += strlen(lines[i].key);
			return lines[i].take(s, p) && hd_scan_end(s);
		}
	return hd_scan_fail(s, "this line is of no known kind");
}

static bool at_end(const struct hd_scan *s)
{
	return s->stop - s->at == 3 && !memcmp(s->at, "end", 3);
}

static bool take_version(struct hd_scan *s)
{
	uint64_t version;

	if (!hd_scan_line(s))
		return false;
	if (!hd_scan_at(s, "heddle-pairs"))
		return hd_scan_fail(s, "this is no list of pairs");
	s->at += strlen("heddle-pairs");
	if (!hd_scan_number(s, UINT32_MAX, &version, "the version"))
		return false;
	return version == HD_PAIRS_VERSION || hd_scan_fail(s, "version %llu is not known, only %d is",
							   (unsigned long long)version, HD_PAIRS_VERSION);
}

char *hd_pairs_parse(struct hd_pairs *p, const char *text, size_t size)
{
	struct hd_scan s = {.next = text, .end = text + size};
	bool good = take_version(&s);

	*p = (struct hd_pairs){0};
	while (good) {
		good = hd_scan_line(&s);
		if (good && at_end(&s))
			return NULL;
		good = good && take_line(&s, p);
	}
	hd_pairs_term(p);
	return s.error;
}
