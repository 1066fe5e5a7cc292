/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/atomic_block.h"

#include <string.h>

void hd_blocks_begin(struct hd_blocks *b)
{
	b->run++;
	b->activations = 0;
	b->unused = NULL;
}

static struct hd_block_thread *atomic_block_thread_of(struct hd_blocks *b, hd_tid t)
{
	struct hd_block_thread *x = &b->threads[t];

	if (x->run != b->run) {
		x->run = b->run;
		x->nopen = 0;
		x->recent = NULL;
		x->frames[0] = ++b->activations; /* its life as a whole, for what has no frame */
	}
	return x;
}

/* Slot 0 is for the thread itself, so the function at depth d has slot d + 1. */
void hd_blocks_call(struct hd_blocks *b, hd_tid t, unsigned depth)
{
	struct hd_block_thread *x = atomic_block_thread_of(b, t);

	if (depth + 1 < HD_BLOCK_DEPTH)
		x->frames[depth + 1] = ++b->activations;
}

/* ---- sections ---- */

/* Most sections look like one that is known, and are soon used again. */
static struct hd_block_section *atomic_block_new_section(struct hd_blocks *b)
{
	struct hd_block_section *s = b->unused;
	struct hd_vclock clock = {0};

	if (s) {
		b->unused = s->next;
		clock = s->clock;
	} else if (!(s = hd_arena_take(b->arena, sizeof *s))) {
		return NULL;
	}
	memset(s, 0, sizeof *s);
	s->clock = clock;
	return s;
}

static void atomic_block_forget(struct hd_blocks *b, struct hd_block_section *s)
{
	if (!s || s->kept)
		return;
	s->next = b->unused;
	b->unused = s;
}

void hd_blocks_locked(struct hd_blocks *b, hd_tid t, uint64_t lock, uint32_t site, uint32_t context,
		      unsigned depth)
{
	struct hd_block_thread *x = atomic_block_thread_of(b, t);
	struct hd_block_section *s;

	if (x->nopen == HD_BLOCK_NESTED || depth + 1 >= HD_BLOCK_DEPTH || !(s = atomic_block_new_section(b)))
		return;
	s->lock = lock;
	s->site = site;
	s->context = context;
	s->tid = t;
	s->depth = depth + 1;
	s->time = hd_vclock_get(hd_order_weak(b->order, t), t);
	hd_vclock_copy(&s->clock, hd_order_weak(b->order, t), b->arena);
	for (unsigned i = 0; i < HD_BLOCK_FRAMES && i < s->depth; i++)
		s->frames[i] = x->frames[depth - i];
	x->open[x->nopen++] = s;
}

static struct hd_block_bytes *bytes_of(struct hd_block_section *s, uint64_t granule)
{
	for (unsigned i = 0; i < s->nbytes; i++)
		if (s->bytes[i].granule == granule)
			return &s->bytes[i];
	if (s->nbytes == HD_BLOCK_BYTES)
		return NULL;
	s->bytes[s->nbytes] = (struct hd_block_bytes){.granule = granule};
	return &s->bytes[s->nbytes++];
}

static void atomic_block_touch(struct hd_block_section *s, uint64_t granule, uint8_t mask, bool write)
{
	struct hd_block_bytes *x = bytes_of(s, granule);

	if (x && write)
		x->written |= mask;
	else if (x)
		x->read |= mask;
}

static uint8_t atomic_block_mask_of(uint64_t granule, uint64_t addr, uint64_t end)
{
	uint64_t from = granule * 8 > addr ? 0 : addr - granule * 8;
	uint64_t to = granule * 8 + 8 < end ? 8 : end - granule * 8;

	return (uint8_t)((0xffu >> (8 - to)) & (0xffu << from));
}

void hd_blocks_access(struct hd_blocks *b, hd_tid t, uint64_t addr, uint64_t size, bool write)
{
	struct hd_block_thread *x = atomic_block_thread_of(b, t);
	uint64_t end = addr + size, last;

	if (!x->nopen || !size)
		return;
	last = (end - 1) / 8;
	if (last - addr / 8 >= HD_BLOCK_BYTES)
		last = addr / 8 + HD_BLOCK_BYTES - 1;
	for (unsigned i = 0; i < x->nopen; i++)
		for (uint64_t granule = addr / 8; granule <= last; granule++)
			atomic_block_touch(x->open[i], granule, atomic_block_mask_of(granule, addr, end),
					   write);
}

/* ---- which sections could spoil which blocks ---- */

static struct hd_block_lock *lock_of(struct hd_blocks *b, uint64_t lock)
{
	void **at = hd_bucket_of(b->buckets, HD_BLOCK_BUCKETS, b->run, lock);
	struct hd_block_lock *l;

	for (l = *at; l; l = l->next)
		if (l->lock == lock)
			return l;
	l = hd_arena_take(b->arena, sizeof *l);
	if (!l)
		return NULL;
	*l = (struct hd_block_lock){.lock = lock, .next = *at};
	*at = l;
	return l;
}

/* Nothing but locks keeps section s from coming after the first half of the block and before the second. */
static bool fits_between(const struct hd_atomic_block *k, const struct hd_block_section *s)
{
	return s->tid != k->first->tid && s->time > hd_vclock_get(&k->first->clock, s->tid) &&
	       k->second->time > hd_vclock_get(&s->clock, k->second->tid);
}

static const struct hd_block_bytes *find_bytes(const struct hd_block_section *s, uint64_t granule)
{
	static const struct hd_block_bytes none;

	for (unsigned i = 0; i < s->nbytes; i++)
		if (s->bytes[i].granule == granule)
			return &s->bytes[i];
	return &none;
}

static bool atomic_block_matters(const struct hd_atomic_block *k, const struct hd_block_section *s)
{
	for (unsigned i = 0; i < s->nbytes; i++) {
		const struct hd_block_bytes *x = &s->bytes[i], *first = find_bytes(k->first, x->granule),
					    *second = find_bytes(k->second, x->granule);

		if ((x->written & (first->read | first->written) & (second->read | second->written)) ||
		    (x->read & first->written & second->written))
			return true;
	}
	return false;
}

static void judge(struct hd_blocks *b, const struct hd_atomic_block *k, const struct hd_block_section *s)
{
	if (fits_between(k, s) && atomic_block_matters(k, s))
		b->found(b->to, k, s);
}

/* ---- what is new ---- */

static bool same_section(const struct hd_block_section *a, const struct hd_block_section *b)
{
	return a->tid == b->tid && a->site == b->site && a->context == b->context && a->time == b->time &&
	       a->nbytes == b->nbytes && !memcmp(a->bytes, b->bytes, a->nbytes * sizeof a->bytes[0]);
}

static void add_section(struct hd_blocks *b, struct hd_block_lock *l, struct hd_block_section *s)
{
	if (l->nsections == HD_BLOCK_SECTIONS || !s->nbytes)
		return;
	for (const struct hd_block_section *x = l->sections; x; x = x->next)
		if (same_section(x, s))
			return;
	l->nsections++;
	s->kept = true;
	s->next = l->sections;
	l->sections = s;
	for (const struct hd_atomic_block *k = l->blocks; k; k = k->next)
		judge(b, k, s);
}

static void atomic_block_add_block(struct hd_blocks *b, struct hd_block_lock *l,
				   struct hd_block_section *first, struct hd_block_section *second)
{
	struct hd_atomic_block *k;

	if (l->nblocks == HD_BLOCK_SECTIONS)
		return;
	for (k = l->blocks; k; k = k->next)
		if (same_section(k->first, first) && same_section(k->second, second))
			return;
	k = hd_arena_take(b->arena, sizeof *k);
	if (!k)
		return;
	*k = (struct hd_atomic_block){.first = first, .second = second, .next = l->blocks};
	l->blocks = k;
	l->nblocks++;
	first->kept = second->kept = true;
	for (const struct hd_block_section *s = l->sections; s; s = s->next)
		judge(b, k, s);
}

/* Some activation was under way at both sections: they have the same activation at the same depth. */
static bool one_activation(const struct hd_block_section *a, const struct hd_block_section *b)
{
	for (unsigned i = 0; i < HD_BLOCK_FRAMES && i < a->depth; i++) {
		unsigned at = a->depth - i, k = b->depth - at; /* the same depth, seen from b's end */

		if (at <= b->depth && k < HD_BLOCK_FRAMES && at > 1 && a->frames[i] == b->frames[k])
			return true;
	}
	return false;
}

static struct hd_block_recent *recent_of(struct hd_blocks *b, struct hd_block_thread *x, uint64_t lock)
{
	struct hd_block_recent *r;

	for (r = x->recent; r; r = r->next)
		if (r->lock == lock)
			return r;
	r = hd_arena_take(b->arena, sizeof *r);
	if (!r)
		return NULL;
	*r = (struct hd_block_recent){.lock = lock, .next = x->recent};
	x->recent = r;
	return r;
}

static void atomic_block_remember(struct hd_blocks *b, struct hd_block_recent *r, struct hd_block_section *s)
{
	atomic_block_forget(b, r->last[HD_BLOCK_RECENT - 1]);
	for (unsigned i = HD_BLOCK_RECENT - 1; i; i--)
		r->last[i] = r->last[i - 1];
	r->last[0] = s;
}

static void no_block_goes_on(struct hd_blocks *b, struct hd_block_recent *r, struct hd_block_section *s)
{
	for (unsigned i = 0; i < HD_BLOCK_RECENT; i++)
		atomic_block_forget(b, r->last[i]);
	memset(r->last, 0, sizeof r->last);
	atomic_block_forget(b, s);
}

static void section_ends(struct hd_blocks *b, struct hd_block_thread *x, struct hd_block_section *s,
			 bool waits)
{
	struct hd_block_lock *l = lock_of(b, s->lock);
	struct hd_block_recent *r = recent_of(b, x, s->lock);

	if (!l || !r || b->arena->full)
		return;
	for (unsigned i = 0; i < HD_BLOCK_RECENT && r->last[i]; i++)
		if (one_activation(r->last[i], s))
			atomic_block_add_block(b, l, r->last[i], s);
	add_section(b, l, s);
	if (waits)
		no_block_goes_on(b, r, s);
	else
		atomic_block_remember(b, r, s);
}

void hd_blocks_unlocked(struct hd_blocks *b, hd_tid t, uint64_t lock, bool waits)
{
	struct hd_block_thread *x = atomic_block_thread_of(b, t);

	for (unsigned i = x->nopen; i-- > 0;) {
		struct hd_block_section *s = x->open[i];

		if (s->lock != lock)
			continue;
		for (x->nopen--; i < x->nopen; i++)
			x->open[i] = x->open[i + 1];
		section_ends(b, x, s, waits);
		return;
	}
}
