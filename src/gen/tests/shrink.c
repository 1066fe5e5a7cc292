/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/shrink.h"

#include <string.h>

#define PREFIX GEN_THREADS /* which part it is, after the suffixes */
#define PARTS  (GEN_THREADS + 1)

static struct hd_part *part_of(struct hd_test *t, unsigned index)
{
	return index == PREFIX ? &t->prefix : &t->suffix[index];
}

static bool operand_uses(const struct gen_operand *o, unsigned slot)
{
	return (o->kind == GEN_OBJECT || o->kind == GEN_MEMORY || o->kind == GEN_ADDRESS) && o->index == slot;
}

static bool call_uses(const struct gen_call *call, unsigned slot)
{
	for (unsigned i = 0; i < call->arguments; i++)
		if (operand_uses(&call->argument[i], slot))
			return true;
	return false;
}

/* A call other than this one uses the slot. The slots of all suffixes have the same numbers: a part looks at
 * its own calls, and the prefix at all. */
static bool is_used_elsewhere(struct hd_test *t, unsigned part, unsigned call, unsigned slot)
{
	for (unsigned p = 0; p < PARTS; p++) {
		const struct hd_part *other = part_of(t, p);

		if (part != PREFIX && p != part)
			continue;
		for (unsigned i = 0; i < other->n; i++)
			if ((p != part || i != call) && call_uses(&other->calls[i], slot))
				return true;
	}
	return false;
}

/* The slots that a call fills. */
static bool fills(const struct gen_call *call, unsigned slot)
{
	if (call->result == slot)
		return true;
	for (unsigned i = 0; i < call->arguments; i++)
		if (call->argument[i].kind != GEN_OBJECT && operand_uses(&call->argument[i], slot))
			return true;
	return false;
}

/* Another call of the test is good only after this one. */
static bool is_required(const struct hd_model *m, struct hd_test *t, uint32_t function)
{
	if (m->functions[function].role == HD_ROLE_SETUP)
		return true;
	for (unsigned part = 0; part < PARTS; part++)
		for (unsigned i = 0; i < part_of(t, part)->n; i++)
			if (m->functions[part_of(t, part)->calls[i].function].before == function)
				return true;
	return false;
}

static bool drop_call(const struct hd_model *m, struct hd_test *t, unsigned part, unsigned call)
{
	struct hd_part *p = part_of(t, part);

	if (call >= p->n || (part != PREFIX && p->n == 1) || is_required(m, t, p->calls[call].function))
		return false;
	for (unsigned s = 0; s < p->nslots; s++)
		if (fills(&p->calls[call], p->first_slot + s) &&
		    ((part == PREFIX && p->first_slot + s == t->shared) ||
		     is_used_elsewhere(t, part, call, p->first_slot + s)))
			return false;
	for (unsigned s = 0; s < p->nslots; s++)
		if (fills(&p->calls[call], p->first_slot + s))
			p->destroy[s] = false;
	memmove(&p->calls[call], &p->calls[call + 1], (p->n - call - 1) * sizeof p->calls[0]);
	p->n--;
	return true;
}

/* The smallest number that the parameter may be, the first text, a shared object instead of a new one. */
static bool lessen(const struct hd_model *m, struct hd_test *t, unsigned part, unsigned call,
		   unsigned argument)
{
	struct hd_part *p = part_of(t, part);
	struct gen_operand *o;
	const struct hd_model_param *param;

	if (call >= p->n || argument >= p->calls[call].arguments)
		return false;
	o = &p->calls[call].argument[argument];
	param = &m->functions[p->calls[call].function].params[argument];
	if (o->kind == GEN_NUMBER && param->kind == HD_PARAM_NUMBER && o->number != param->values[0]) {
		o->number = param->values[0];
		return true;
	}
	if ((o->kind == GEN_TEXT || o->kind == GEN_TOKEN) && o->index && !param->ntexts) {
		o->index = 0;
		return true;
	}
	return false;
}

#define CALL_STEPS (PARTS * HD_PREFIX_CALLS)

/* The last thread takes the place of this one; two stay. */
static bool drop_thread(struct hd_test *t, unsigned thread)
{
	struct hd_part *last = &t->suffix[GEN_THREADS - 1];

	if (!last->n)
		return false;
	if (thread != GEN_THREADS - 1)
		t->suffix[thread] = *last;
	last->n = last->nslots = 0;
	return true;
}

bool hd_shrink_step(const struct hd_model *m, const struct hd_test *from, unsigned step, struct hd_test *to,
		    bool *changed)
{
	*to = *from;
	if (step < GEN_THREADS) {
		*changed = drop_thread(to, GEN_THREADS - 1 - step);
		return true;
	}
	step -= GEN_THREADS;
	if (step < CALL_STEPS) { /* the last calls first */
		unsigned part = step / HD_PREFIX_CALLS, call = HD_PREFIX_CALLS - 1 - step % HD_PREFIX_CALLS;

		*changed = drop_call(m, to, part, call);
		return true;
	}
	step -= CALL_STEPS;
	if (step >= CALL_STEPS * GEN_ARGUMENTS) {
		*changed = false;
		return false;
	}
	*changed = lessen(m, to, step / (HD_PREFIX_CALLS * GEN_ARGUMENTS),
			  step / GEN_ARGUMENTS % HD_PREFIX_CALLS, step % GEN_ARGUMENTS);
	return true;
}
