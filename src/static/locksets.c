/* SPDX-License-Identifier: Apache-2.0 */
#include "static/locksets.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static size_t hash_set(const struct hd_lockset *set)
{
	uint64_t h = set->n;

	for (uint32_t i = 0; i < set->n; i++)
		h = (h ^ set->lock[i]) * 0x9e3779b97f4a7c15u;
	return (size_t)(h >> 17);
}

static bool equal_sets(const struct hd_lockset *a, const struct hd_lockset *b)
{
	return a->n == b->n && !memcmp(a->lock, b->lock, a->n * sizeof a->lock[0]);
}

static void grow_table(struct hd_locksets *s)
{
	if (s->nsets * 2 < s->table_cap)
		return;
	free(s->table);
	s->table_cap = s->table_cap ? s->table_cap * 2 : 256;
	s->table = hd_new(s->table_cap, sizeof *s->table);
	for (size_t i = 0; i < s->nsets; i++) {
		size_t at = hash_set(&s->sets[i]) & (s->table_cap - 1);

		while (s->table[at])
			at = (at + 1) & (s->table_cap - 1);
		s->table[at] = (uint32_t)i + 1;
	}
}

static uint32_t intern(struct hd_locksets *s, const struct hd_lockset *set)
{
	size_t at;

	grow_table(s);
	for (at = hash_set(set) & (s->table_cap - 1); s->table[at]; at = (at + 1) & (s->table_cap - 1))
		if (equal_sets(&s->sets[s->table[at] - 1], set))
			return s->table[at] - 1;
	s->sets = hd_grow(s->sets, &s->sets_cap, s->nsets + 1, sizeof *s->sets);
	s->sets[s->nsets] = *set;
	s->table[at] = (uint32_t)++s->nsets;
	return (uint32_t)s->nsets - 1;
}

void hd_locksets_init(struct hd_locksets *s)
{
	*s = (struct hd_locksets){0};
	intern(s, &(struct hd_lockset){0});
}

void hd_locksets_term(struct hd_locksets *s)
{
	free(s->locks);
	free(s->sets);
	free(s->table);
}

static bool equal_locks(const struct hd_lock *a, const struct hd_lock *b)
{
	return a->cell.node == b->cell.node && a->cell.offset == b->cell.offset && a->shared == b->shared &&
	       a->root.value == b->root.value &&
	       (a->root.value == HD_NIL || a->root.offset == b->root.offset);
}

uint32_t hd_locksets_lock(struct hd_locksets *s, struct hd_lock lock)
{
	for (size_t i = s->nlocks; i-- > 0;)
		if (equal_locks(&s->locks[i], &lock))
			return (uint32_t)i;
	s->locks = hd_grow(s->locks, &s->locks_cap, s->nlocks + 1, sizeof *s->locks);
	s->locks[s->nlocks] = lock;
	return (uint32_t)s->nlocks++;
}

uint32_t hd_locksets_with(struct hd_locksets *s, uint32_t set, uint32_t lock)
{
	struct hd_lockset new;
	uint32_t at = 0;

	if (set == HD_ALL_LOCKS)
		return set;
	new = s->sets[set];
	while (at < new.n &&new.lock[at] < lock)
		at++;
	if (new.n == HD_MOST_HELD || (at < new.n &&new.lock[at] == lock))
		return set;
	memmove(new.lock + at + 1, new.lock + at, (new.n - at) * sizeof new.lock[0]);
	new.lock[at] = lock;
	new.n++;
	return intern(s, &new);
}

uint32_t hd_locksets_common(struct hd_locksets *s, uint32_t a, uint32_t b)
{
	struct hd_lockset new = {0};

	if (a == HD_ALL_LOCKS || a == b)
		return b;
	if (b == HD_ALL_LOCKS)
		return a;
	for (uint32_t i = 0, k = 0; i < s->sets[a].n; i++) {
		while (k < s->sets[b].n && s->sets[b].lock[k] < s->sets[a].lock[i])
			k++;
		if (k < s->sets[b].n && s->sets[b].lock[k] == s->sets[a].lock[i])
			new.lock[new.n++] = s->sets[a].lock[i];
	}
	return intern(s, &new);
}

uint32_t hd_locksets_without(struct hd_locksets *s, uint32_t set,
			     bool (*gone)(const struct hd_lock *lock, const void *context),
			     const void *context)
{
	struct hd_lockset new = {0};

	if (set == HD_ALL_LOCKS || !s->sets[set].n)
		return set;
	for (uint32_t i = 0; i < s->sets[set].n; i++)
		if (!gone(&s->locks[s->sets[set].lock[i]], context))
			new.lock[new.n++] = s->sets[set].lock[i];
	return new.n == s->sets[set].n ? set : intern(s, &new);
}
