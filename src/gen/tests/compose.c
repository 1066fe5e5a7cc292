/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/tests/compose.h"

#include <string.h>

#include "gen/model/texts.h"

#define DEEPEST	    3  /* objects that are made for objects that are made … */
#define ROOM	    64 /* elements of a buffer that no parameter tells the size of */
#define NULL_ONE_IN 8
#define NEW_ONE_IN  4

struct composing {
	struct hd_composer *c;
	const struct hd_part *prefix;
	struct hd_part *part;
	unsigned most, depth;
};

static bool one_in(struct hd_composer *c, unsigned n)
{
	return hd_rng_below(&c->rng, n) == 0;
}

static bool make_object(struct composing *w, uint32_t object);

/* A slot of the part for a new object. GEN_NO_SLOT: there is none left. */
static uint32_t new_slot(struct hd_part *part, uint32_t object, bool destroy)
{
	if (part->nslots == HD_OWN_SLOTS)
		return GEN_NO_SLOT;
	part->objects[part->nslots] = object;
	part->destroy[part->nslots] = destroy;
	return part->first_slot + part->nslots++;
}

/* A random object of that type among those that are there. */
static uint32_t old_slot(struct composing *w, uint32_t object)
{
	uint32_t found = GEN_NO_SLOT;
	unsigned n = 0, all = w->part->first_slot + w->part->nslots;

	for (unsigned slot = 0; slot < all; slot++)
		if (hd_part_object(w->prefix, w->part, slot) == object && one_in(w->c, ++n))
			found = slot;
	return found;
}

/* It may be kept by what it was passed to: no caller destroys it. What was taken over is not used again
 * either. */
static void mark_passed(struct composing *w, uint32_t slot, bool owned)
{
	if (slot < w->part->first_slot)
		return;
	w->part->destroy[slot - w->part->first_slot] = false;
	if (owned)
		w->part->objects[slot - w->part->first_slot] = HD_NO_OBJECT;
}

/* No function makes such an object: memory of zeroes has to do. */
static bool choose_zeroes(struct composing *w, uint32_t object, struct gen_operand *o)
{
	const struct hd_model *m = w->c->model;
	uint32_t slot = new_slot(w->part, object, false);

	*o = (struct gen_operand){
	    .kind = GEN_MEMORY, .index = slot, .number = m->api->records[m->objects[object].record].size};
	return slot != GEN_NO_SLOT;
}

static bool choose_object(struct composing *w, const struct hd_model_param *p, uint32_t function,
			  unsigned index, struct gen_operand *o)
{
	uint32_t slot = old_slot(w, p->object);

	if (!p->never_null && one_in(w->c, NULL_ONE_IN) &&
	    hd_experience_null(w->c->experience, function, index))
		return true; /* NULL */
	if (slot == GEN_NO_SLOT || p->owned || one_in(w->c, NEW_ONE_IN)) {
		if (make_object(w, p->object))
			slot = w->part->first_slot + w->part->nslots - 1;
		else if (w->c->model->objects[p->object].zeroed)
			return choose_zeroes(w, p->object, o);
		else if (slot == GEN_NO_SLOT || p->owned)
			return false;
	}
	*o = (struct gen_operand){.kind = GEN_OBJECT, .index = slot};
	return true;
}

static int64_t choose_number(struct composing *w, const struct hd_model_param *p, uint32_t function,
			     unsigned index)
{
	unsigned v = hd_rng_below(&w->c->rng, p->nvalues);

	for (unsigned tries = 0;
	     tries < p->nvalues && !hd_experience_value(w->c->experience, function, index, v); tries++)
		v = (v + 1) % p->nvalues;
	return p->values[v];
}

static int64_t choose_real(struct hd_composer *c)
{
	static const double values[] = {0, 1, 0.5, 2, -1, 10};
	double value = values[hd_rng_below(&c->rng, 6)];
	int64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* A buffer whose size is the next parameter: few elements, or some more. */
static int64_t choose_size(struct hd_composer *c, const struct hd_model_function *f, unsigned index)
{
	static const unsigned elements[] = {1, 4, 16, 0, 2};
	bool told = index + 1 < f->nparams && f->params[index + 1].kind == HD_PARAM_SIZE;

	return (int64_t)f->params[index].element * (told ? elements[hd_rng_below(&c->rng, 5)] : ROOM);
}

static bool may_be_null(struct composing *w, const struct hd_model_param *p, uint32_t function,
			unsigned index)
{
	return !p->never_null && one_in(w->c, NULL_ONE_IN) &&
	       hd_experience_null(w->c->experience, function, index);
}

static bool choose_address(struct composing *w, const struct hd_model_function *f,
			   const struct hd_model_param *p, struct gen_operand *o)
{
	uint32_t slot = new_slot(w->part, p->object, f->role == HD_ROLE_CREATOR);

	*o = (struct gen_operand){.kind = GEN_ADDRESS, .index = slot};
	return slot != GEN_NO_SLOT;
}

static bool choose_memory(struct composing *w, const struct hd_model_param *p, struct gen_operand *o)
{
	uint32_t slot = new_slot(w->part, p->object, true);

	*o = (struct gen_operand){.kind = GEN_MEMORY, .index = slot, .number = p->element};
	return slot != GEN_NO_SLOT;
}

static struct gen_operand choose_text(struct hd_composer *c, const struct hd_model_param *p)
{
	uint32_t index =
	    p->ntexts ? p->texts[hd_rng_below(&c->rng, p->ntexts)] : hd_rng_below(&c->rng, HD_GEN_TEXTS);

	return (struct gen_operand){.kind = GEN_TEXT, .index = index};
}

/* How many elements the argument has. */
static int64_t size_of_operand(const struct composing *w, const struct hd_model_function *f,
			       const struct gen_call *call, unsigned index)
{
	const struct gen_operand *o = &call->argument[index];

	if (o->kind == GEN_TEXT)
		return (int64_t)strlen(hd_model_text(w->c->model, o->index));
	return o->number / f->params[index].element;
}

static bool choose_operand(struct composing *w, uint32_t function, unsigned index, struct gen_call *call)
{
	const struct hd_model_function *f = &w->c->model->functions[function];
	const struct hd_model_param *p = &f->params[index];
	struct gen_operand *o = &call->argument[index];

	*o = (struct gen_operand){.kind = GEN_NULL};
	switch (p->kind) {
	case HD_PARAM_OBJECT:
		return choose_object(w, p, function, index, o);
	case HD_PARAM_MEMORY:
		return choose_memory(w, p, o);
	case HD_PARAM_ADDRESS:
		return choose_address(w, f, p, o);
	case HD_PARAM_NUMBER:
		*o = (struct gen_operand){.kind = GEN_NUMBER, .number = choose_number(w, p, function, index)};
		return true;
	case HD_PARAM_REAL:
		*o = (struct gen_operand){.kind = GEN_REAL, .number = choose_real(w->c)};
		return true;
	case HD_PARAM_SIZE:
		*o = (struct gen_operand){.kind = GEN_NUMBER,
					  .number = size_of_operand(w, f, call, index - 1)};
		return true;
	case HD_PARAM_BYTES:
		if (p->ntexts) {
			*o = choose_text(w->c, p);
			return true;
		}
		__attribute__((fallthrough));
	case HD_PARAM_ROOM:
		*o = (struct gen_operand){.kind = p->kind == HD_PARAM_BYTES ? GEN_BYTES : GEN_ROOM,
					  .index = p->kind == HD_PARAM_ROOM,
					  .number = choose_size(w->c, f, index)};
		return true;
	case HD_PARAM_CELL:
		if (!may_be_null(w, p, function, index))
			*o = (struct gen_operand){.kind = GEN_CELL, .index = p->number, .number = p->element};
		return true;
	case HD_PARAM_TEXT:
		if (!may_be_null(w, p, function, index))
			*o = choose_text(w->c, p);
		return true;
	case HD_PARAM_CALLBACK:
		if (!may_be_null(w, p, function, index))
			*o = (struct gen_operand){.kind = GEN_CALLBACK,
						  .index = hd_model_callback(w->c->model, function, index)};
		return true;
	case HD_PARAM_TOKEN:
		if (!may_be_null(w, p, function, index))
			*o = (struct gen_operand){.kind = GEN_TOKEN,
						  .index = hd_rng_below(&w->c->rng, HD_GEN_TOKENS)};
		return true;
	case HD_PARAM_FIXED:
		o->kind = GEN_FIXED;
		return true;
	default:
		return false;
	}
}

/* The parameter that gets the shared object: one of its type, by chance. None may take it over. */
static unsigned shared_param(struct composing *w, const struct hd_model_function *f, uint32_t object)
{
	unsigned found = HD_MODEL_PARAMS, n = 0;

	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_OBJECT && f->params[i].object == object &&
		    !f->params[i].owned && one_in(w->c, ++n))
			found = i;
	return found;
}

/* What the call hands out, or makes, goes to a slot. */
static bool give_result_slot(struct composing *w, const struct hd_model_function *f, struct gen_call *call)
{
	const struct hd_api_type *t = &w->c->model->api->types[f->declared->result];
	bool made = f->role == HD_ROLE_CREATOR;

	if (f->made == HD_NO_OBJECT || t->kind != HD_API_POINTER)
		return true;
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_MEMORY || f->params[i].kind == HD_PARAM_ADDRESS)
			return true;
	call->result = (uint16_t)new_slot(w->part, f->made, made);
	return call->result != GEN_NO_SLOT || !made;
}

static bool add_call(struct composing *w, uint32_t function, uint32_t shared)
{
	const struct hd_model_function *f = &w->c->model->functions[function];
	struct gen_call call = {
	    .function = (uint16_t)function, .result = GEN_NO_SLOT, .arguments = f->nparams};
	unsigned shared_at = shared == HD_NO_OBJECT
				 ? HD_MODEL_PARAMS
				 : shared_param(w, f, hd_part_object(w->prefix, w->part, shared));

	for (unsigned i = 0; i < f->nparams; i++) {
		if (i == shared_at)
			call.argument[i] = (struct gen_operand){.kind = GEN_OBJECT, .index = shared};
		else if (!choose_operand(w, function, i, &call))
			return false;
		if (call.argument[i].kind == GEN_OBJECT && (i > 0 || f->params[i].owned))
			mark_passed(w, call.argument[i].index, f->params[i].owned);
	}
	if (!give_result_slot(w, f, &call) || w->part->n >= w->most)
		return false;
	w->part->calls[w->part->n++] = call;
	return true;
}

/* One of the functions that make such an object, by chance. */
static uint32_t some_maker(struct composing *w, uint32_t object)
{
	const struct hd_model *m = w->c->model;
	uint32_t found = HD_NO_OBJECT;
	unsigned n = 0;

	for (uint32_t i = 0; i < m->nfunctions; i++)
		if ((m->functions[i].role == HD_ROLE_CREATOR ||
		     m->functions[i].role == HD_ROLE_INITIALISER) &&
		    m->functions[i].made == object && !hd_experience_hopeless(w->c->experience, i) &&
		    one_in(w->c, ++n))
			found = i;
	return found;
}

/* The new object has to be the last slot: what is made for its parameters comes before it. */
static bool make_object(struct composing *w, uint32_t object)
{
	uint32_t maker = some_maker(w, object);
	struct hd_part before = *w->part;
	bool made;

	if (maker == HD_NO_OBJECT || w->depth == DEEPEST)
		return false;
	w->depth++;
	made = add_call(w, maker, HD_NO_OBJECT) && w->part->nslots &&
	       w->part->objects[w->part->nslots - 1] == object;
	w->depth--;
	if (!made)
		*w->part = before;
	return made;
}

bool hd_compose_call(struct hd_composer *c, const struct hd_part *prefix, struct hd_part *part, unsigned most,
		     uint32_t function, uint32_t shared)
{
	struct composing w = {.c = c, .prefix = prefix, .part = part, .most = most};
	struct hd_part before = *part;
	bool good = add_call(&w, function, shared);

	if (!good)
		*part = before;
	return good;
}

bool hd_compose_object(struct hd_composer *c, const struct hd_part *prefix, struct hd_part *part,
		       unsigned most, uint32_t object)
{
	struct composing w = {.c = c, .prefix = prefix, .part = part, .most = most};

	return make_object(&w, object);
}
