/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/stack_ids.h"

#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

#define SLOTS  (1u << 19)
#define PROBES 64

static struct {
	uint32_t n;				  /* how many there are */
	uint32_t slots[SLOTS];			  /* their numbers, by hash; 0: free */
	struct hd_stack_id chains[HD_MAX_STACKS]; /* by number; number 0 is not used */
} * c;

void hd_stack_id_init(void)
{
	c = hd_keep_alloc(sizeof *c);
}

const struct hd_stack_id *hd_stack_id_at(uint32_t chain)
{
	return chain && chain <= c->n ? &c->chains[chain] : NULL;
}

static uint32_t hash(uint64_t key, uint32_t site, uint32_t rest)
{
	uint64_t h = (key ^ ((uint64_t)site << 32 | rest)) * 0x9E3779B97F4A7C15ULL;

	return (uint32_t)((h ^ h >> 29) * 0xBF58476D1CE4E5B9ULL >> 40);
}

/* The chain `rest` with one link more. If there is no room for a new chain, it is `rest` itself. */
static uint32_t lengthen(uint32_t rest, uint64_t key, uint32_t site)
{
	uint32_t at = hash(key, site, rest) % SLOTS;

	for (unsigned probe = 0; probe < PROBES; probe++, at = (at + 1) % SLOTS) {
		const struct hd_stack_id *x = hd_stack_id_at(c->slots[at]);

		if (x && x->key == key && x->site == site && x->rest == rest)
			return c->slots[at];
		if (x)
			continue;
		if (hd_is_full(HD_FULL_STACKS, c->n + 1))
			return rest;
		c->slots[at] = ++c->n;
		c->chains[c->slots[at]] = (struct hd_stack_id){key, site, rest};
		return c->slots[at];
	}
	return rest;
}

uint32_t hd_stack_id_of_calls(struct hd_thread *t)
{
	uint32_t depth = t->depth < HD_CALLS_MAX ? t->depth : HD_CALLS_MAX, known = depth, chain;

	while (known && !t->calls[known - 1].chain)
		known--;
	chain = known ? t->calls[known - 1].chain : 0;
	for (; known < depth; known++)
		chain = t->calls[known].chain = lengthen(chain, 0, hd_site_of(t->calls[known].pc));
	return chain;
}

uint32_t hd_stack_id_of_locks(const struct hd_thread *t)
{
	uint32_t chain = 0;

	for (unsigned i = 0; i < t->nheld; i++)
		chain =
		    lengthen(chain, t->held[i].addr << 1 | (t->held[i].kind == HD_RDLOCK), t->held[i].site);
	return chain;
}

uint64_t hd_stack_id_hash(uint32_t chain)
{
	uint64_t h = 1;

	for (const struct hd_stack_id *x = hd_stack_id_at(chain); x; x = hd_stack_id_at(x->rest)) {
		h = (h ^ x->site) * 0x9E3779B97F4A7C15ULL;
		h ^= h >> 29;
	}
	return h ? h : 1;
}
