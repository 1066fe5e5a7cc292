/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations that no analysis can tell apart, because they are done to the same thing by the same threads
 * with the same locks, are taken together: then the time is that of the number of such groups for each object
 * and of the pairs that are found, and not of all pairs that there could be. */
#include "static/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/filter.h"
#include "static/flow.h"

struct member { /* an act that takes part, with what tells it apart */
	uint32_t act;
	struct hd_cell cell; /* what pairs are formed on */
	int64_t begin, end;  /* of the bytes that it may touch; follows from the rest */
	uint64_t size, runs, alive, opened, closed, phases[HD_MOST_BARRIERS];
	uint32_t held;
	struct hd_root root;
	uint8_t role;
};

/* What an act is in a pair. An act may have two roles, and is a member for each. */
enum role {
	READS,
	WRITES,
	LOCKS,
	LOCKS_SHARED,
	WAITS_SEMAPHORE,
	BARS,
	TRIES_ONCE,
	WAITS,
	WAITS_MUTEX,
	NOTIFIES,
	POSTS,
	CHANGES
};

struct members {
	struct member *list;
	size_t n, cap;
	size_t *groups; /* of one node: where each begins */
	size_t groups_cap;
	const struct hd_find *find;
	struct hd_found *found;
};

/* The bytes that an access may touch. One of unknown length, or of more than an element of an array, may end
 * anywhere; from an element on, it may reach any other. An operation on an object is about its first byte. */
static void set_bytes(struct hd_cells *c, struct member *m)
{
	bool exact = hd_cells_exact(c, m->cell);
	bool far = m->role <= WRITES && (!m->size || (!exact && m->size > 8));

	m->begin = far && !exact ? -HD_FAR_AWAY : m->cell.offset;
	m->end = far ? HD_FAR_AWAY : m->cell.offset + (m->role <= WRITES ? (int64_t)m->size : 1);
}

static void add_member(struct members *m, uint32_t number, struct hd_cell at, enum role role)
{
	const struct hd_find *find = m->find;
	const struct hd_act *act = &find->f->acts[number];
	bool access = role == READS || role == WRITES;

	if (!hd_is_somewhere(at))
		return;
	if (access && (find->filters & HD_FILTER_ESCAPE) && !hd_cells_escaped(&find->f->cells, at))
		return;
	m->list = hd_grow(m->list, &m->cap, m->n + 1, sizeof *m->list);
	m->list[m->n++] = (struct member){.act = number,
					  .cell = hd_cells_find(&find->f->cells, at),
					  .size = act->size,
					  .runs = find->t->runs[find->f->blocks[act->block].function],
					  .alive = find->t->alive[number],
					  .opened = find->gates->opened[number],
					  .closed = find->gates->closed[number],
					  .held = find->h->at[number],
					  .root = access ? act->root : (struct hd_root){HD_NIL, 0},
					  .role = (uint8_t)role};
	for (unsigned i = 0; i < find->phases->n; i++)
		m->list[m->n - 1].phases[i] = find->phases->at[i][number];
	set_bytes(&find->f->cells, &m->list[m->n - 1]);
}

static void add_act(struct members *m, uint32_t number)
{
	const struct hd_act *act = &m->find->f->acts[number];

	switch (act->what) {
	case HD_LOCK:
	case HD_TRYLOCK:
	case HD_SPINLOCK:
	case HD_WRLOCK:
		add_member(m, number, act->at, LOCKS);
		break;
	case HD_RDLOCK:
		add_member(m, number, act->at, LOCKS_SHARED);
		break;
	case HD_SEM_WAIT:
		add_member(m, number, act->at, WAITS_SEMAPHORE);
		break;
	case HD_SEM_POST:
		add_member(m, number, act->at, POSTS);
		break;
	case HD_BARRIER:
		add_member(m, number, act->at, BARS);
		break;
	case HD_ONCE:
		add_member(m, number, act->at, TRIES_ONCE);
		break;
	case HD_INIT:
	case HD_DESTROY:
		add_member(m, number, act->at, CHANGES);
		break;
	case HD_COND_WAIT:
		add_member(m, number, act->at, WAITS);
		add_member(m, number, act->with, WAITS_MUTEX);
		break;
	case HD_SIGNAL:
	case HD_BROADCAST:
		add_member(m, number, act->at, NOTIFIES);
		break;
	default:
		if (hd_act_accesses(act))
			add_member(m, number, act->at, hd_act_writes(act) ? WRITES : READS);
	}
}

#define COMPARE(field)                                                                                       \
	if (x->field != y->field)                                                                            \
	return x->field < y->field ? -1 : 1

static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	COMPARE(cell.node);
	COMPARE(cell.offset);
	COMPARE(role);
	COMPARE(size);
	COMPARE(runs);
	COMPARE(alive);
	COMPARE(opened);
	COMPARE(closed);
	for (unsigned i = 0; i < HD_MOST_BARRIERS; i++)
		COMPARE(phases[i]);
	COMPARE(held);
	COMPARE(root.value);
	COMPARE(root.offset);
	COMPARE(act);
	return 0;
}

static bool are_alike(const struct member *x, const struct member *y)
{
	struct member z = *y;

	z.act = x->act;
	return !compare_members(x, &z);
}

/* The kind of pair that two roles form; HD_PAIR_KINDS: none. */
static enum hd_pair_kind kind_of(uint8_t a, uint8_t b)
{
	uint8_t lo = a < b ? a : b, hi = a < b ? b : a;

	if (lo <= WRITES && hi == WRITES)
		return HD_PAIR_RW;
	if (lo == LOCKS && (hi == LOCKS || hi == LOCKS_SHARED))
		return HD_PAIR_MM;
	if (lo == hi && (lo == WAITS_SEMAPHORE || lo == BARS || lo == TRIES_ONCE))
		return HD_PAIR_MM;
	if (hi == CHANGES && lo > WRITES)
		return HD_PAIR_MM;
	if ((lo == LOCKS || lo == LOCKS_SHARED) && hi == WAITS_MUTEX)
		return HD_PAIR_WM;
	if ((lo == WAITS && hi == NOTIFIES) || (lo == WAITS_SEMAPHORE && hi == POSTS))
		return HD_PAIR_WN;
	return HD_PAIR_KINDS;
}

static bool overlap(const struct member *a, const struct member *b)
{
	return a->begin < b->end && b->begin < a->end;
}

static bool is_pair(const struct hd_find *find, const struct member *a, const struct member *b)
{
	enum hd_pair_kind kind = kind_of(a->role, b->role);
	bool exclusive = kind == HD_PAIR_RW || kind == HD_PAIR_MM;

	if (kind == HD_PAIR_KINDS || !overlap(a, b))
		return false;
	if ((find->filters & HD_FILTER_ORDER) && !hd_threads_parallel(find->t, a->act, b->act))
		return false;
	if ((find->filters & HD_FILTER_WAIT) && hd_gates_order(find->gates, find->t, a->act, b->act))
		return false;
	if ((find->filters & HD_FILTER_BARRIER) && hd_phases_order(find->phases, find->t, a->act, b->act))
		return false;
	if (exclusive && (find->filters & HD_FILTER_LOCK) && hd_held_excludes(find->h, a->act, b->act))
		return false;
	return !(kind == HD_PAIR_RW && (find->filters & HD_FILTER_DISJOINT) &&
		 hd_held_is_disjoint(find->h, find->t, a->act, b->act));
}

static bool must_be_same(const struct hd_find *find, const struct member *a, const struct member *b)
{
	bool access = a->role <= WRITES;

	return a->cell.offset == b->cell.offset && (!access || (a->size && b->size)) &&
	       hd_threads_single(find->t, a->cell);
}

/* One past the last member that is like this one. */
static size_t end_of_group(const struct members *m, size_t first, size_t end)
{
	size_t i = first + 1;

	while (i < end && are_alike(&m->list[first], &m->list[i]))
		i++;
	return i;
}

static void join_groups(struct members *m, size_t a, size_t a_end, size_t b, size_t b_end)
{
	const struct member *x = &m->list[a], *y = &m->list[b];
	enum hd_pair_kind kind = kind_of(x->role, y->role);
	bool must = must_be_same(m->find, x, y);

	if (hd_found_is_full(m->found)) {
		m->found->out->lost += (a_end - a) * (b_end - b);
		return;
	}
	for (size_t i = a; i < a_end; i++)
		for (size_t k = a == b ? i : b; k < b_end; k++)
			hd_found_add(m->found, kind, must, m->list[i].act, m->list[k].act);
}

/* All pairs among members of one node. */
static void pair_up(struct members *m, size_t first, size_t end)
{
	size_t n = 0;

	for (size_t i = first; i < end; i = end_of_group(m, i, end)) {
		m->groups = hd_grow(m->groups, &m->groups_cap, n + 2, sizeof *m->groups);
		m->groups[n++] = i;
	}
	m->groups[n] = end;
	for (size_t a = 0; a < n; a++)
		for (size_t b = a; b < n; b++)
			if (is_pair(m->find, &m->list[m->groups[a]], &m->list[m->groups[b]]))
				join_groups(m, m->groups[a], m->groups[a + 1], m->groups[b],
					    m->groups[b + 1]);
}

static void find_all(const struct hd_find *find, struct hd_found *found)
{
	struct members m = {.find = find, .found = found};

	for (uint32_t a = 0; a < find->f->nacts; a++)
		if (hd_threads_reached(find->t, a))
			add_act(&m, a);
	if (m.n)
		qsort(m.list, m.n, sizeof *m.list, compare_members);
	for (size_t i = 0, end; i < m.n; i = end) {
		for (end = i + 1; end < m.n && m.list[end].cell.node == m.list[i].cell.node;)
			end++;
		pair_up(&m, i, end);
	}
	free(m.groups);
	free(m.list);
}

void hd_find_pairs(const struct hd_find *find, struct hd_pairs *out)
{
	struct hd_found found = {.find = find, .out = out};

	hd_found_begin(&found);
	find_all(find, &found);
	if (find->flow)
		hd_flow_add(&found);
	hd_found_end(&found);
}

void hd_find_count(const struct hd_find *find, uint64_t counts[HD_PAIR_KINDS])
{
	struct hd_pairs out = {0};

	hd_find_pairs(find, &out);
	memset(counts, 0, HD_PAIR_KINDS * sizeof counts[0]);
	for (size_t i = 0; i < out.npairs; i++)
		counts[out.pairs[i].kind]++;
	hd_pairs_term(&out);
}
