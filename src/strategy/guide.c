/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/guide.h"

#include <string.h>

#include "strategy/yield.h"

#define OUTSIDE_WAITS 4 /* of a run, for what another process has to do before a block can go on */

struct guide {
	const struct hd_step *script; /* set by begin(): no pointer is kept from run to run        */
	uint64_t nscript, nblocks;
	uint32_t limit;	      /* sites above it do not count; 0: all do                               */
	uint64_t block;	      /* the one under way                                        */
	uint64_t preemptions; /* of this run                                              */
	uint32_t done[HD_MAX_THREADS];	     /* steps that each thread has made                          */
	uint64_t next_value[HD_MAX_THREADS]; /* where in the script the thread's next value is looked for */
	hd_tid last;			     /* the thread that was chosen last                          */
	unsigned waits;			     /* for what is outside                                      */
};

static bool guide_begin(void *state, const struct hd_run_info *run)
{
	struct guide *s = state;

	memset(s, 0, sizeof *s);
	s->script = run->script;
	s->nscript = run->script ? run->nscript : 0;
	if (s->nscript && s->script[0].kind == HD_NONE && s->script[0].tid == HD_NO_TID)
		s->limit = s->script[0].site;
	while (s->nblocks < s->nscript && s->script[s->nblocks].kind != HD_VALUE)
		s->nblocks++;
	for (unsigned i = 0; i < HD_MAX_THREADS; i++)
		s->next_value[i] = s->nblocks;
	s->last = HD_NO_TID;
	return true;
}

static bool guide_is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

static bool guide_counts(const struct guide *s, const struct hd_op *op)
{
	return !s->limit || op->site <= s->limit || !(hd_event_flags[op->kind] & HD_F_ACCESS);
}

/* The thread of the block may wait for input or a signal from outside: give that some time. True: a thread is
 * ready now that was not. */
static bool guide_outside_helps(struct guide *s, const struct hd_choice *c)
{
	return c->facts && c->facts->outside && s->waits < OUTSIDE_WAITS && ++s->waits && c->facts->outside();
}

/* The thread of the block under way; HD_NO_TID: there is no block left. */
static hd_tid guide_prescribed(struct guide *s, const struct hd_choice *c)
{
	for (; s->block < s->nblocks; s->block++) {
		const struct hd_step *b = &s->script[s->block];

		if (b->tid >= HD_MAX_THREADS)
			continue;
		if (guide_is_ready(c, b->tid)) {
			if (s->done[b->tid] < b->site || !guide_counts(s, &c->ops[b->tid]))
				return b->tid;
		} else if (s->done[b->tid] < b->site && guide_outside_helps(s, c)) {
			return HD_ASK_AGAIN;
		}
	}
	return HD_NO_TID;
}

/* Where nothing is prescribed, a wait does not end by its timeout and the program does not end while there is
 * another way to go on. */
static bool guide_is_last_resort(const struct hd_op *op)
{
	return op->timed || op->kind == HD_END;
}

/* The next thread after the current one, round and round. */
static hd_tid guide_next_thread(const struct hd_choice *c)
{
	hd_tid any = HD_NO_TID, first = HD_NO_TID, after = HD_NO_TID;

	for (unsigned i = c->nready; i-- > 0;) {
		hd_tid t = c->ready[i];

		any = t;
		if (guide_is_last_resort(&c->ops[t]))
			continue;
		first = t;
		if (c->current != HD_NO_TID && t > c->current)
			after = t;
	}
	return after != HD_NO_TID ? after : first != HD_NO_TID ? first : any;
}

static hd_tid guide_pick(void *state, const struct hd_choice *c)
{
	struct guide *s = state;
	hd_tid t;

	if (c->current_ready && !guide_counts(s, &c->ops[c->current]))
		return c->current; /* the run that is followed had no scheduling point there */
	t = guide_prescribed(s, c);
	if (t != HD_NO_TID)
		return t;
	if (c->current_ready && !hd_gives_way(&c->ops[c->current]))
		return c->current;
	return guide_next_thread(c);
}

static void guide_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct guide *s = state;

	s->done[tid] += guide_counts(s, op);
	s->last = tid;
	s->preemptions += c->current_ready && tid != c->current && !hd_gives_way(&c->ops[c->current]);
}

/* What is rare is asked for as the value 0: without a value of its own no thread chooses that. */
static uint64_t guide_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct guide *s = state;
	uint64_t *at = s->last < HD_MAX_THREADS ? &s->next_value[s->last] : NULL;

	(void)rng;
	while (at && *at < s->nscript && s->script[*at].tid != s->last)
		++*at;
	if (!at || *at >= s->nscript)
		return bound - 1;
	return s->script[*at].site < bound ? s->script[(*at)++].site : bound - 1;
}

uint64_t hd_guide_preemptions(const void *state)
{
	return ((const struct guide *)state)->preemptions;
}

const struct hd_strategy_ops hd_strategy_guide = {
    .name = "guide",
    .help = "follow an outline of a schedule",
    .follows = true,
    .size = sizeof(struct guide),
    .begin = guide_begin,
    .pick = guide_pick,
    .value = guide_value,
    .saw = guide_saw,
};
