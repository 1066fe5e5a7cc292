/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/potential_room.h"

#include <string.h>

#define LOCKS  32 /* of both units together */
#define STATES (HD_MAX_SET_ITEMS + 3)

struct side {
	const struct hd_potential_unit *unit;
	uint32_t holds[STATES], owns[STATES]; /* bit sets of locks: at all; and not only shared */
	uint8_t needs[HD_MAX_SET_ITEMS];      /* how far the other one must be first, as a state */
};

struct names {
	uint64_t lock[LOCKS];
	unsigned n;
};

static uint32_t bit_of(struct names *names, uint64_t lock)
{
	unsigned i = 0;

	while (i < names->n && names->lock[i] != lock)
		i++;
	if (i == LOCKS)
		return 0;
	if (i == names->n)
		names->lock[names->n++] = lock;
	return 1u << i;
}

static void room_fill_locks(struct side *s, struct names *names)
{
	uint32_t holds = 0, owns = 0;

	s->holds[0] = s->owns[0] = 0;
	for (unsigned i = 0; i < s->unit->nheld; i++) {
		holds |= bit_of(names, s->unit->held[i].lock);
		owns |= s->unit->held[i].shared ? 0 : bit_of(names, s->unit->held[i].lock);
	}
	s->holds[1] = holds;
	s->owns[1] = owns;
	for (unsigned i = 0; i < s->unit->nitems; i++) {
		const struct hd_potential_item *x = &s->unit->items[i];

		if (x->what == HD_POTENTIAL_LOCK) {
			holds |= bit_of(names, x->lock.lock);
			owns |= x->lock.shared ? 0 : bit_of(names, x->lock.lock);
		} else if (x->what == HD_POTENTIAL_UNLOCK) {
			holds &= ~bit_of(names, x->lock.lock);
			owns &= ~bit_of(names, x->lock.lock);
		}
		s->holds[i + 2] = holds;
		s->owns[i + 2] = owns;
	}
	s->holds[s->unit->nitems + 2] = s->owns[s->unit->nitems + 2] = 0;
}

/* What the weak order says; the items of a unit are in order, so it is enough to know the last one. */
static void fill_needs(struct side *s, const struct side *other)
{
	for (unsigned i = 0; i < s->unit->nitems; i++) {
		uint32_t known = hd_vclock_get(s->unit->items[i].clock, other->unit->tid);
		unsigned n = 0;

		while (n < other->unit->nitems && other->unit->items[n].time <= known)
			n++;
		s->needs[i] = (uint8_t)(n ? n + 1 : 0);
	}
}

static void room_need(struct side *s, unsigned item, unsigned other_item)
{
	if (s->needs[item] < other_item + 2)
		s->needs[item] = (uint8_t)(other_item + 2);
}

static bool room_fits(const struct side *u, const struct side *v, unsigned p, unsigned q)
{
	return !(u->owns[p] & v->holds[q]) && !(u->holds[p] & v->owns[q]);
}

/* The side may go from this state to the next one. */
static bool may_go(const struct side *s, unsigned at, unsigned other_at)
{
	unsigned n = s->unit->nitems;

	return at <= n + 1 && (!at || at == n + 1 || s->needs[at - 1] <= other_at);
}

/* Can u get as far as state `far_u`, and v as far as `far_v`? */
static bool room_search(const struct side *u, const struct side *v, unsigned far_u, unsigned far_v)
{
	unsigned last_u = u->unit->nitems + 2, last_v = v->unit->nitems + 2;
	bool reached[STATES][STATES];

	memset(reached, 0, sizeof reached);
	reached[0][0] = true;
	for (unsigned p = 0; p <= last_u; p++)
		for (unsigned q = 0; q <= last_v; q++) {
			if (!reached[p][q])
				continue;
			if (p >= far_u && q >= far_v)
				return true;
			if (may_go(u, p, q) && room_fits(u, v, p + 1, q))
				reached[p + 1][q] = true;
			if (may_go(v, q, p) && room_fits(u, v, p, q + 1))
				reached[p][q + 1] = true;
		}
	return false;
}

bool hd_potential_possible(const struct hd_potential_unit *unit_u, const struct hd_potential_unit *unit_v,
			   const struct hd_potential_order *o)
{
	struct side u = {.unit = unit_u}, v = {.unit = unit_v};
	struct names names = {.n = 0};

	room_fill_locks(&u, &names);
	room_fill_locks(&v, &names);
	fill_needs(&u, &v);
	fill_needs(&v, &u);
	room_need(&v, o->k, o->i);
	if (o->crossing) {
		room_need(&u, o->j, o->k);
		room_need(&v, o->l, o->j);
	} else {
		room_need(&u, o->j, o->l);
	}
	return room_search(&u, &v, o->j + 2, o->l + 2);
}
