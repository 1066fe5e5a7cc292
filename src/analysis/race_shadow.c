/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/race_shadow.h"

#include <string.h>

void hd_shadow_begin(struct hd_race_shadow *s)
{
	s->run++;
	s->last = NULL;
	s->known = NULL;
	s->nknown = 0;
	s->unused = NULL;
	s->unused_cells = NULL;
}

static struct hd_race_chunk *new_chunk(struct hd_race_shadow *s, uint64_t number, void **bucket)
{
	struct hd_race_chunk *c = hd_arena_take(s->arena, sizeof *c);

	if (!c)
		return NULL;
	*c = (struct hd_race_chunk){.number = number, .next = *bucket, .next_known = s->known};
	*bucket = s->known = c;
	s->nknown++;
	return c;
}

struct hd_race_chunk *hd_shadow_find(struct hd_race_shadow *s, uint64_t number, bool make)
{
	struct hd_race_chunk *c = s->last;
	void **bucket;

	if (c && c->number == number)
		return c;
	bucket = hd_bucket_of(s->buckets, HD_RACE_BUCKETS, s->run, number);
	for (c = *bucket; c && c->number != number; c = c->next)
		;
	if (!c && make)
		c = new_chunk(s, number, bucket);
	if (c)
		s->last = c;
	return c;
}

void hd_shadow_keep(struct hd_race_shadow *s, struct hd_race_access **list, const struct hd_race_access *a)
{
	struct hd_race_access *kept = s->unused;

	if (kept)
		s->unused = kept->next;
	else
		kept = hd_arena_take(s->arena, sizeof *kept);
	if (!kept)
		return;
	*kept = *a;
	kept->next = *list;
	*list = kept;
}

void hd_shadow_drop_all(struct hd_race_shadow *s, struct hd_race_access **list)
{
	while (*list)
		hd_shadow_drop(s, list);
}

static struct hd_race_access **take_cells(struct hd_race_shadow *s)
{
	size_t size = HD_RACE_GRANULES * sizeof(struct hd_race_access *);
	struct hd_race_access **cells = s->unused_cells;

	if (cells)
		memcpy(&s->unused_cells, cells, sizeof s->unused_cells);
	else
		cells = hd_arena_take(s->arena, size);
	if (cells)
		memset(cells, 0, size);
	return cells;
}

/* The same accesses in the same order. */
static void copy_list(struct hd_race_shadow *s, struct hd_race_access **to, const struct hd_race_access *from)
{
	for (; from; from = from->next) {
		hd_shadow_keep(s, to, from);
		if (!*to)
			return;
		to = &(*to)->next;
	}
}

bool hd_shadow_split(struct hd_race_shadow *s, struct hd_race_chunk *c)
{
	c->cells = take_cells(s);
	for (unsigned i = 0; c->cells && c->whole && i < HD_RACE_GRANULES; i++)
		copy_list(s, &c->cells[i], c->whole);
	hd_shadow_drop_all(s, &c->whole);
	return c->cells;
}

void hd_shadow_clear(struct hd_race_shadow *s, struct hd_race_chunk *c)
{
	hd_shadow_drop_all(s, &c->whole);
	if (!c->cells)
		return;
	for (unsigned i = 0; i < HD_RACE_GRANULES; i++)
		hd_shadow_drop_all(s, &c->cells[i]);
	memcpy(c->cells, &s->unused_cells, sizeof s->unused_cells);
	s->unused_cells = c->cells;
	c->cells = NULL;
}
