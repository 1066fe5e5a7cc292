/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_section.h"

#include "analysis/sets/sets_chain.h"
#include "analysis/sets/sets_evidence.h"
#include "analysis/sets/sets_stack.h"
#include "base/rng.h"

static struct hd_sets_section *section_innermost(struct hd_sets_sections *x)
{
	return x->n ? &x->held[x->n - 1] : NULL;
}

/* ---- where the thread is ---- */

/* The function whose frame is the depth-th is at this place. Back to an earlier one: a loop. */
static void section_goes_to(struct hd_sets *s, hd_tid tid, struct hd_sets_sections *x, uint32_t depth,
			    uint64_t pc)
{
	struct hd_sets_section *in = section_innermost(x);
	bool back = false;

	if (in && in->depth == depth)
		in->at = pc;
	for (unsigned i = 0; i < x->nchains; i++)
		if (x->chains[i].depth == depth) {
			back |= pc < x->chains[i].at;
			x->chains[i].at = pc;
		}
	if (back)
		hd_chains_end(s, tid, x);
}

static bool is_near(const struct hd_sets_sections *x, uint32_t depth)
{
	return (x->n && x->held[x->n - 1].depth == depth) || (x->nchains && x->chains[0].depth == depth);
}

void hd_section_access(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, uint32_t site)
{
	if (is_near(t->sections, t->depth))
		section_goes_to(s, tid, t->sections, t->depth, s->site_pc(site));
}

/* Code of the system's or a compiler's headers, such as std::lock_guard's, belongs to who calls it. */
static bool is_system(const struct hd_sets *s, uint32_t function)
{
	return function && (hd_function(s, function)->flags & (HD_FN_SYSTEM | HD_FN_BEGINS)) == HD_FN_SYSTEM;
}

static bool called_by_system(const struct hd_sets *s, const struct hd_sets_thread *t, uint32_t from,
			     uint32_t depth)
{
	for (uint32_t d = from; d < depth && d < t->depth && d < HD_SETS_FRAMES; d++)
		if (!is_system(s, t->frames[d].function))
			return false;
	return true;
}

void hd_section_call(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, uint32_t depth,
		     uint32_t function, uint64_t caller)
{
	section_goes_to(s, tid, t->sections, depth, caller);
	for (unsigned i = 0; i < t->sections->nchains; i++) {
		struct hd_sets_chain *c = &t->sections->chains[i];

		if (c->depth <= depth && !is_system(s, function) && called_by_system(s, t, c->depth, depth))
			c->calling = true;
	}
}

void hd_section_return(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t)
{
	struct hd_sets_sections *x = t->sections;
	uint32_t depth = t->depth - 1;
	uint64_t caller = depth < HD_SETS_FRAMES ? t->frames[depth].caller : 0;

	for (unsigned i = 0; i < x->n; i++)
		if (x->held[i].depth > depth) { /* a function that only locks */
			x->held[i].depth = depth;
			x->held[i].at = caller;
			x->held[i].key = hd_mix64(x->held[i].key ^ s->code_offset(caller));
		}
	for (unsigned i = 0; i < x->nchains; i++) {
		struct hd_sets_chain *c = &x->chains[i];

		if (c->depth > depth) {
			c->depth = depth;
			c->at = caller;
		} else if (c->depth == depth) {
			c->called |= c->calling;
		}
		c->calling &= c->depth != depth;
	}
	if (!depth)
		hd_chains_end(s, tid, x);
}

void hd_section_interrupt(struct hd_sets *s, hd_tid tid, bool signals)
{
	const struct hd_sets_thread *t = s->site_pc ? hd_sets_thread(s, tid) : NULL;

	if (t && t->sections && !t->sections->n)
		hd_chains_end(s, tid, t->sections);
	else if (t && t->sections)
		section_innermost(t->sections)->signals |= signals;
}

/* Its uses are none, and so there is nothing to fill in. */
static void section_init(struct hd_sets *s, struct hd_sets_section *in, const struct hd_sets_thread *t,
			 uint64_t lock, uint32_t site)
{
	in->lock = lock;
	in->key = hd_mix64(site);
	in->serial = ++s->nserials;
	in->depth = t->depth;
	in->at = s->site_pc(site);
	in->crowded = in->signals = false;
	in->nuses = 0;
}

void hd_section_begin(struct hd_sets *s, hd_tid tid, uint64_t lock, uint32_t site)
{
	struct hd_sets_thread *t = s->site_pc ? hd_sets_thread(s, tid) : NULL;
	struct hd_sets_sections *x;
	bool other = false;

	if (!t || t->depth > HD_SETS_FRAMES)
		return;
	if (!t->sections) {
		t->sections = hd_arena_take(s->arena, sizeof *t->sections);
		s->full |= !t->sections;
		if (!t->sections)
			return;
		t->sections->n = t->sections->nchains = 0;
	}
	x = t->sections;
	hd_section_access(s, tid, t, site);
	for (unsigned i = 0; i < x->nchains; i++) {
		other |= x->chains[i].of->lock != lock;
		x->chains[i].calling = false; /* a function that locks has to do with it */
	}
	if (other || x->n == HD_SECTION_DEPTH)
		hd_chains_end(s, tid, x);
	if (x->n == HD_SECTION_DEPTH)
		return;
	section_init(s, &x->held[x->n++], t, lock, site);
}

/* ---- what a section uses ---- */

/* There was no other object of its kind in this run. */
static bool is_only_one(const struct hd_sets *s, const struct hd_sets_object *o)
{
	return o->kind && !o->whole && !s->learnt->kinds[o->kind].stride && s->kind_objects[o->kind].n == 1;
}

/* An object with what it owns is by itself; but variables that are no arrays, and objects that there is one
 * of, are one: two structures under one lock may belong together as well as two variables. */
static struct hd_sets_object *section_root(const struct hd_sets *s, struct hd_sets_object *o)
{
	while (o->owner)
		o = o->owner;
	if (o->variable && !o->whole && !s->layout->variables[o->variable % HD_LAYOUT_VARIABLES].stride)
		return NULL;
	return !o->variable && is_only_one(s, o) ? NULL : o;
}

struct hd_sets_guarded *hd_section_set(struct hd_sets *s, uint64_t lock, struct hd_sets_object *root,
				       unsigned declared)
{
	void **bucket =
	    hd_bucket_of(s->guarded, HD_SETS_OBJECT_BUCKETS, s->run, lock + (root ? root->lo * 3 : 0));
	struct hd_sets_guarded *g = *bucket;

	while (g && (g->lock != lock || g->root != root || g->declared != declared))
		g = g->next;
	if (g)
		return g;
	g = hd_arena_take(s->arena, sizeof *g);
	s->full |= !g;
	if (!g)
		return NULL;
	*g = (struct hd_sets_guarded){
	    .lock = lock, .root = root, .declared = declared, .number = ++s->nsets, .next = *bucket};
	*bucket = g;
	if (root) {
		g->next_of_root = root->guarded;
		root->guarded = g;
	}
	return g;
}

static struct hd_sets_section *section_of_own_lock(struct hd_sets_sections *x, const struct hd_sets_object *o)
{
	for (unsigned i = 0; i < x->n && !o->frame; i++)
		if (x->held[i].lock - o->lo < o->size)
			return &x->held[i];
	return NULL;
}

/* The section that an access is in: that of the object's own lock, or else the innermost. */
static struct hd_sets_section *section_of(struct hd_sets_sections *x, const struct hd_sets_object *o)
{
	struct hd_sets_section *own = section_of_own_lock(x, o);

	return own ? own : section_innermost(x);
}

uint32_t hd_section_now(const struct hd_sets_thread *t, const struct hd_sets_object *o)
{
	const struct hd_sets_section *in = t->sections ? section_of(t->sections, o) : NULL;

	return in ? in->serial : 0;
}

bool hd_section_is_held(const struct hd_sets_thread *t, uint32_t number)
{
	for (unsigned i = 0; t->sections && i < t->sections->n; i++)
		if (t->sections->held[i].serial == number)
			return true;
	return false;
}

static bool section_holds(const struct hd_sets_sections *x, uint64_t lock)
{
	for (unsigned i = 0; i < x->n; i++)
		if (x->held[i].lock == lock)
			return true;
	return false;
}

void hd_section_guard(struct hd_sets *s, const struct hd_sets_thread *t, const struct hd_sets_leaf *l)
{
	const struct hd_sets_object *o = l->object;
	const struct hd_sets_section *in = l->member ? section_of_own_lock(t->sections, o) : NULL;
	uint32_t there = 0, own = in ? (uint32_t)(in->lock - o->lo) + 1 : 0;
	bool news;

	if (!own || (news = atomic_compare_exchange_strong(&l->member->guard, &there, own))) {
		there = 0;
		if (own && atomic_compare_exchange_strong(&s->learnt->kinds[o->kind].guard, &there, own))
			news = true;
	} else {
		news = there != HD_MANY_GUARDS && !section_holds(t->sections, o->lo + there - 1);
		if (news)
			atomic_store_explicit(&l->member->guard, HD_MANY_GUARDS, memory_order_relaxed);
	}
	if (own && news)
		atomic_fetch_add_explicit(&s->learnt->news, 1, memory_order_relaxed);
}

static struct hd_sets_use *use_of_leaf(struct hd_sets *s, struct hd_sets_section *in, struct hd_sets_leaf *l)
{
	struct hd_sets_use *u = in->uses;

	while (u < in->uses + in->nuses && u->leaf != l)
		u++;
	if (u < in->uses + in->nuses)
		return u;
	if (in->nuses == HD_SECTION_USES) {
		in->crowded = true;
		return NULL;
	}
	*u = (struct hd_sets_use){.leaf = l,
				  .of = hd_section_set(s, in->lock, section_root(s, l->object), l->set)};
	in->nuses += u->of != NULL;
	return u->of ? u : NULL;
}

void hd_section_use(struct hd_sets *s, hd_tid tid, const struct hd_sets_thread *t, struct hd_sets_leaf *l,
		    const struct hd_unit_access *access)
{
	struct hd_sets_section *in = t->sections->n ? section_of(t->sections, l->object) : NULL;
	unsigned bit = access->write ? HD_MEMBER_WRITTEN : HD_MEMBER_READ;
	struct hd_unit_access a = *access;
	struct hd_sets_use *u;

	if (in && (!l->member || !l->object->kind))
		in->crowded = true; /* the tables are full: what it uses is not known */
	if (!in || !hd_member_number(s, l) || !(u = use_of_leaf(s, in, l)) || u->flags & bit)
		return;
	u->flags |= bit;
	a.tid = tid;
	if (s->access)
		s->describe(s->to, &a);
	u->first[a.write].addr = a.addr;
	u->first[a.write].site = a.site;
	u->first[a.write].context = a.context;
	u->first[a.write].locks = a.locks;
}

/* ---- the end of a section ---- */

void hd_section_end(struct hd_sets *s, hd_tid tid, uint64_t lock, bool waits)
{
	struct hd_sets_thread *t = s->site_pc ? hd_sets_thread(s, tid) : NULL;
	struct hd_sets_sections *x = t ? t->sections : NULL;
	unsigned at = x ? x->n : 0;

	while (at && x->held[at - 1].lock != lock)
		at--;
	if (!at)
		return;
	if (!s->full && x->held[at - 1].depth <= HD_SETS_FRAMES)
		hd_chain_section(s, tid, t, &x->held[at - 1]);
	for (; at < x->n; at++)
		x->held[at - 1] = x->held[at];
	x->n--;
	if (waits)
		hd_chains_end(s, tid, x);
}
