/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/part.h"

#include <string.h>

#define OBSERVERS 4 /* of one test */

uint32_t hd_part_object(const struct hd_part *prefix, const struct hd_part *part, unsigned slot)
{
	if (slot < prefix->nslots)
		return prefix->objects[slot];
	return part && slot - part->first_slot < part->nslots ? part->objects[slot - part->first_slot]
							      : HD_NO_OBJECT;
}

struct hd_part hd_part_after(const struct hd_part *prefix)
{
	return (struct hd_part){.first_slot = prefix->first_slot + prefix->nslots};
}

/* ---- jobs ---- */

/* Calls of a part, with its own slots moved by `shift`. */
static void add_calls(struct gen_job *job, unsigned *at, const struct hd_part *part, unsigned shift)
{
	for (unsigned i = 0; i < part->n && *at < GEN_CALLS; i++) {
		struct gen_call *call = &job->calls[(*at)++];

		*call = part->calls[i];
		if (call->result != GEN_NO_SLOT && call->result >= part->first_slot)
			call->result = (uint16_t)(call->result + shift);
		for (unsigned a = 0; a < call->arguments; a++) {
			struct gen_operand *o = &call->argument[a];

			if ((o->kind == GEN_OBJECT || o->kind == GEN_MEMORY || o->kind == GEN_ADDRESS) &&
			    o->index >= part->first_slot)
				o->index += shift;
		}
	}
}

/* What a destroyer gets besides its object. */
static struct gen_operand plain_argument(const struct hd_model *m, uint32_t function, unsigned index)
{
	const struct hd_model_param *p = &m->functions[function].params[index];

	if (p->kind == HD_PARAM_CALLBACK)
		return (struct gen_operand){.kind = GEN_CALLBACK,
					    .index = hd_model_callback(m, function, index)};
	if (p->kind == HD_PARAM_FIXED)
		return (struct gen_operand){.kind = GEN_FIXED};
	if (p->kind == HD_PARAM_NUMBER)
		return (struct gen_operand){.kind = GEN_NUMBER, .number = p->values[0]};
	return (struct gen_operand){.kind = GEN_NULL};
}

static void add_end_call(struct gen_job *job, unsigned *at, const struct hd_model *m, uint32_t function,
			 unsigned slot)
{
	struct gen_call *call = &job->calls[*at];

	if (*at == GEN_CALLS)
		return;
	(*at)++;
	*call = (struct gen_call){.function = (uint16_t)function, .result = GEN_NO_SLOT};
	call->arguments = m->functions[function].nparams;
	call->argument[0] = (struct gen_operand){.kind = GEN_OBJECT, .index = slot};
	for (unsigned i = 1; i < call->arguments; i++)
		call->argument[i] = plain_argument(m, function, i);
	job->end++;
}

static void add_observers(struct gen_job *job, unsigned *at, const struct hd_model *m,
			  const struct hd_test *t)
{
	unsigned n = 0;

	for (uint32_t f = 0; f < m->nfunctions && n < OBSERVERS; f++)
		if (m->functions[f].observer && m->functions[f].role == HD_ROLE_OPERATION &&
		    m->functions[f].object == t->object) {
			add_end_call(job, at, m, f, t->shared);
			n++;
		}
}

/* The objects of a part, the last one first. */
static void add_destroyers(struct gen_job *job, unsigned *at, const struct hd_model *m,
			   const struct hd_part *part, unsigned shift)
{
	for (unsigned i = part->nslots; i-- > 0;)
		if (part->destroy[i] && m->objects[part->objects[i]].destroyer != HD_NO_OBJECT)
			add_end_call(job, at, m, m->objects[part->objects[i]].destroyer,
				     part->first_slot + shift + i);
}

void hd_test_job(const struct hd_model *m, const struct hd_test *t, bool observe, struct gen_job *job)
{
	unsigned at = 0, shift[GEN_THREADS], slots = 0, calls = 0;

	memset(job, 0, sizeof *job);
	add_calls(job, &at, &t->prefix, 0);
	job->prefix = t->prefix.n;
	job->norders = 1; /* one suffix after the other */
	for (unsigned i = 0; i < GEN_THREADS; i++) {
		shift[i] = slots;
		slots += t->suffix[i].nslots;
		add_calls(job, &at, &t->suffix[i], shift[i]);
		job->suffix[i] = t->suffix[i].n;
		for (unsigned c = 0; c < t->suffix[i].n; c++)
			job->orders[0] |= i << 2 * calls++;
	}
	if (observe && t->object != HD_NO_OBJECT)
		add_observers(job, &at, m, t);
	for (unsigned i = GEN_THREADS; i-- > 0;)
		add_destroyers(job, &at, m, &t->suffix[i], shift[i]);
	add_destroyers(job, &at, m, &t->prefix, 0);
}

struct ordering {
	unsigned left[GEN_THREADS]; /* calls of each thread that are to come */
	uint32_t *orders;
	unsigned n;
};

/* So many calls stand in `order` already. */
static void add_orders(struct ordering *o, uint32_t order, unsigned calls)
{
	bool whole = true;

	for (unsigned i = 0; i < GEN_THREADS; i++)
		if (o->left[i]) {
			whole = false;
			o->left[i]--;
			add_orders(o, order | i << 2 * calls, calls + 1);
			o->left[i]++;
		}
	if (!whole)
		return;
	if (o->n < GEN_ORDERS)
		o->orders[o->n++] = order;
}

unsigned hd_test_orders(const struct hd_test *t, uint32_t *orders)
{
	struct ordering o = {.orders = orders};

	for (unsigned i = 0; i < GEN_THREADS; i++)
		o.left[i] = t->suffix[i].n;
	add_orders(&o, 0, 0);
	return o.n;
}

bool hd_test_has_few_orders(const struct hd_part *const *suffixes, unsigned n)
{
	unsigned calls = 0, orders = 1;

	for (unsigned i = 0; i < n; i++)
		for (unsigned c = 1; c <= suffixes[i]->n; c++)
			orders = orders * ++calls / c;
	return orders <= GEN_ORDERS;
}
