/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_chain.h"

#include "analysis/sets/sets_evidence.h"
#include "analysis/sets/sets_stack.h"
#include "base/rng.h"

static void chain_end(struct hd_sets *s, hd_tid tid, const struct hd_sets_chain *c)
{
	for (unsigned i = 0; i < c->nuses && c->writes && !c->adjoined; i++)
		hd_evidence_use(s, c->key, hd_member_number(s, c->uses[i]), HD_MEMBER_ALONE);
	if (s->unit_end)
		s->unit_end(s->to, tid, c->unit);
}

void hd_chains_end(struct hd_sets *s, hd_tid tid, struct hd_sets_sections *x)
{
	for (unsigned i = 0; i < x->nchains; i++)
		chain_end(s, tid, &x->chains[i]);
	x->nchains = 0;
}

/* What one section uses of one set. */
struct part {
	const struct hd_sets_section *in;
	const struct hd_sets_guarded *of;
	uint64_t key;
	unsigned n;
	const struct hd_sets_use *uses[HD_SECTION_USES];
	bool writes, mixed;
};

/* The part that begins with a use; false: an earlier one began it. */
static bool part_from(const struct hd_sets_section *in, unsigned first, unsigned ordinal, struct part *p)
{
	unsigned written = 0;

	p->in = in;
	p->of = in->uses[first].of;
	p->key = hd_mix64(in->key + ordinal) | 1;
	p->n = 0;
	for (unsigned i = 0; i < in->nuses; i++) {
		if (in->uses[i].of != p->of)
			continue;
		if (i < first)
			return false;
		written += (in->uses[i].flags & HD_MEMBER_WRITTEN) != 0;
		p->uses[p->n++] = &in->uses[i];
	}
	p->writes = written == p->n;
	p->mixed = written && !p->writes;
	return true;
}

static void learn_part(struct hd_sets *s, const struct part *p)
{
	struct hd_evidence_use uses[HD_SECTION_USES];

	for (unsigned i = 0; i < p->n; i++)
		uses[i] = (struct hd_evidence_use){hd_member_number(s, p->uses[i]->leaf), p->uses[i]->flags};
	hd_evidence_learn(s, p->key, uses, p->n);
}

static bool is_own_function(const struct hd_sets *s, uint32_t function)
{
	uint32_t flags = hd_function(s, function)->flags;

	return function && !(flags & (HD_FN_NO_UNIT | HD_FN_IGNORED)) &&
	       (flags & (HD_FN_SYSTEM | HD_FN_BEGINS)) != HD_FN_SYSTEM;
}

/* What a section reads it may write in other cases: all of it. */
static bool may_write_chain(const struct hd_sets *s, const struct hd_sets_chain *c)
{
	for (unsigned i = 0; i < c->nuses; i++)
		if (!hd_evidence_writes(s, c->key, hd_member_number(s, c->uses[i])))
			return false;
	return true;
}

static bool may_write_part(const struct hd_sets *s, const struct part *p)
{
	for (unsigned i = 0; i < p->n; i++)
		if (!hd_evidence_writes(s, p->key, hd_member_number(s, p->uses[i]->leaf)))
			return false;
	return true;
}

/* The two only read, or both write. */
static bool alike(const struct hd_sets *s, const struct hd_sets_chain *c, const struct part *p)
{
	if (c->writes == p->writes)
		return true;
	return c->writes ? may_write_part(s, p) : may_write_chain(s, c);
}

/* The two have no location in common, are not the same piece of code, and come one after the other in one
 * function. */
static bool adjoins(const struct hd_sets *s, const struct hd_sets_thread *t, const struct hd_sets_chain *c,
		    const struct part *p)
{
	if (p->in->crowded || p->in->signals || c->mixed || p->mixed)
		return false;
	if (!c->depth || p->in->depth < c->depth || c->nuses + p->n > HD_CHAIN_USES)
		return false;
	for (unsigned i = 0; i < c->nuses; i++)
		for (unsigned j = 0; j < p->n; j++)
			if (c->uses[i] == p->uses[j]->leaf || c->places[i] == p->in->key)
				return false;
	return is_own_function(s, t->frames[c->depth - 1].function) && alike(s, c, p) &&
	       !((c->writes || p->writes) && c->called);
}

static void learn_adjoining(struct hd_sets *s, const struct hd_sets_chain *c, const struct part *p)
{
	for (unsigned i = 0; i < c->nuses; i++)
		hd_evidence_use(s, p->key, hd_member_number(s, c->uses[i]), HD_MEMBER_NEXT);
	for (unsigned j = 0; j < p->n; j++)
		hd_evidence_use(s, c->key, hd_member_number(s, p->uses[j]->leaf), HD_MEMBER_NEXT);
}

static bool ties_all(const struct hd_sets *s, const struct hd_sets_chain *c, const struct part *p)
{
	uint32_t members[2 * HD_CHAIN_USES];
	unsigned n = 0;

	if (!s->sections_settled)
		return false;
	for (unsigned i = 0; i < c->nuses; i++)
		members[n++] = hd_member_number(s, c->uses[i]);
	for (unsigned j = 0; j < p->n; j++)
		members[n++] = hd_member_number(s, p->uses[j]->leaf);
	return hd_evidence_ties(s, members, c->nuses, p->n, c->writes || p->writes);
}

static void section_tell(struct hd_sets *s, hd_tid tid, const struct hd_sets_thread *t,
			 const struct hd_sets_chain *c, const struct part *p)
{
	for (unsigned i = 0; i < p->n; i++)
		for (unsigned write = 0; write < 2; write++) {
			const struct hd_sets_use *u = p->uses[i];
			struct hd_unit_access a = {.set = p->of->number,
						   .unit = c->unit,
						   .addr = u->first[write].addr,
						   .site = u->first[write].site,
						   .context = u->first[write].context,
						   .locks = u->first[write].locks,
						   .tid = tid,
						   .write = write,
						   .described = true};

			if (!(u->flags & (write ? HD_MEMBER_WRITTEN : HD_MEMBER_READ)))
				continue;
			if (!u->leaf->number)
				u->leaf->number = ++s->nmembers;
			a.member = u->leaf->number;
			a.kind = atomic_load_explicit(&s->learnt->kinds[u->leaf->object->kind].key,
						      memory_order_relaxed);
			a.depth = c->depth ? c->depth - 1 : 0;
			a.function = c->depth ? t->frames[a.depth].function : 0;
			s->access(s->to, &a);
		}
}

static struct hd_sets_chain *chain_with(struct hd_sets_sections *x, const struct hd_sets_guarded *of)
{
	for (unsigned i = 0; i < x->nchains; i++)
		if (x->chains[i].of == of)
			return &x->chains[i];
	return NULL;
}

/* The part goes on with the chain that there was, or begins one. */
static struct hd_sets_chain chain_of(struct hd_sets *s, const struct hd_sets_thread *t, const struct part *p)
{
	struct hd_sets_chain *before = chain_with(t->sections, p->of);
	struct hd_sets_chain c = {.of = p->of,
				  .depth = p->in->depth,
				  .at = p->in->at,
				  .writes = p->writes,
				  .mixed = p->mixed || p->in->signals || p->n > HD_CHAIN_USES};

	if (before && adjoins(s, t, before, p)) {
		before->adjoined = c.adjoined = true;
		if (before->writes || p->writes)
			learn_adjoining(s, before, p);
	}
	if (c.adjoined && ties_all(s, before, p)) {
		c = *before;
		c.writes |= p->writes;
		hd_evidence_chained(s);
	} else {
		c.unit = ++s->nunits;
	}
	c.key = p->key;
	c.called = c.calling = false;
	for (unsigned i = 0; i < p->n && c.nuses < HD_CHAIN_USES; i++) {
		c.uses[c.nuses] = p->uses[i]->leaf;
		c.places[c.nuses++] = p->in->key;
	}
	return c;
}

/* Units of chains that have not been gone on with are over. */
static void replace_chains(struct hd_sets *s, hd_tid tid, struct hd_sets_sections *x,
			   const struct hd_sets_chain *now, unsigned n)
{
	for (unsigned i = 0; i < x->nchains; i++) {
		bool goes_on = false;

		for (unsigned k = 0; k < n; k++)
			goes_on |= now[k].unit == x->chains[i].unit;
		if (!goes_on)
			chain_end(s, tid, &x->chains[i]);
	}
	for (unsigned k = 0; k < n; k++)
		x->chains[k] = now[k];
	x->nchains = n;
}

void hd_chain_section(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t,
		      const struct hd_sets_section *in)
{
	struct hd_sets_chain now[HD_CHAINS];
	unsigned n = 0, ordinal = 0;
	struct part p;

	for (unsigned i = 0; i < in->nuses; i++) {
		if (!part_from(in, i, ordinal, &p))
			continue;
		ordinal++;
		learn_part(s, &p);
		if (n == HD_CHAINS)
			continue;
		now[n] = chain_of(s, t, &p);
		if (s->access)
			section_tell(s, tid, t, &now[n], &p);
		n++;
	}
	replace_chains(s, tid, t->sections, now, n);
}
