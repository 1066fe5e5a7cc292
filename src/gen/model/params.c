/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/params.h"

#include <string.h>

#include "base/fail.h"
#include "gen/model/conventions.h"

#define PLAIN_STRUCT 4096 /* bytes; a larger one is not made of zeroes */

uint32_t hd_params_object(struct hd_model *m, const struct hd_api_type *pointee)
{
	for (uint32_t i = 0; i < m->nobjects; i++)
		if (m->objects[i].record == pointee->refers)
			return i;
	m->objects = hd_grow(m->objects, &m->objects_capacity, m->nobjects + 1, sizeof *m->objects);
	m->objects[m->nobjects] = (struct hd_model_object){.record = pointee->refers,
							   .name = m->api->records[pointee->refers].name,
							   .destroyer = HD_NO_OBJECT};
	return (uint32_t)m->nobjects++;
}

static bool is_number(const struct hd_api_type *t)
{
	return t->kind == HD_API_INTEGER || t->kind == HD_API_BOOL || t->kind == HD_API_ENUM;
}

/* The parameter after this one says how large it is. */
static bool has_size(const struct hd_model *m, const struct hd_api_function *f, size_t index)
{
	return index + 1 < f->nparams && m->api->types[f->params[index + 1].type].kind == HD_API_INTEGER &&
	       hd_name_has(f->params[index + 1].name, HD_WORD_SIZE);
}

static void give_values(struct hd_model_param *p, const long long *values, unsigned n)
{
	for (unsigned i = 0; i < n && p->nvalues < HD_MODEL_VALUES; i++)
		p->values[p->nvalues++] = values[i];
}

static void infer_number(const struct hd_model *m, const struct hd_api_type *t, const char *name,
			 struct hd_model_param *p)
{
	static const long long small[] = {0, 1, 2, 3}, sizes[] = {1, 2, 4, 8, 0},
			       any[] = {1, 0, 2, 3, 5, 10, 100}, flags[] = {0, 1, 2, 4};

	p->kind = HD_PARAM_NUMBER;
	if (t->kind == HD_API_BOOL) {
		give_values(p, small, 2);
	} else if (t->kind == HD_API_ENUM) {
		const struct hd_api_enum *e = &m->api->enums[t->refers];

		for (size_t i = 0; i < e->nvalues && p->nvalues < HD_MODEL_VALUES; i++)
			give_values(p, &e->values[i].number, 1);
		if (!p->nvalues)
			give_values(p, small, 1);
	} else if (hd_name_has(name, HD_WORD_FLAGS)) {
		give_values(p, flags, 4);
	} else if (hd_name_has(name, HD_WORD_POSITION)) {
		give_values(p, small, 4);
	} else if (hd_name_has(name, HD_WORD_SIZE)) {
		give_values(p, sizes, 5);
	} else if (t->size == 1) {
		static const long long letters[] = {'a', 'b', '1', ' ', 0};

		give_values(p, letters, 5);
	} else {
		static const long long minus = -1;

		give_values(p, any, 7);
		if (t->is_signed)
			give_values(p, &minus, 1);
	}
}

static char *infer_record(struct hd_model *m, const struct hd_api_type *pointee, struct hd_model_param *p)
{
	const struct hd_api_record *record = &m->api->records[pointee->refers];

	if (!record->foreign) {
		p->kind = HD_PARAM_OBJECT;
		p->object = hd_params_object(m, pointee);
		return NULL;
	}
	if (!strcmp(record->name, "struct _IO_FILE"))
		return hd_sprintf("takes a FILE, and Heddle opens none");
	if (!record->complete || record->size > PLAIN_STRUCT)
		return hd_sprintf("takes a pointer to %s, which the library does not make", record->name);
	p->kind = HD_PARAM_CELL;
	p->element = record->size;
	p->never_null = true;
	return NULL;
}

static char *infer_double_pointer(struct hd_model *m, const struct hd_api_type *pointee,
				  struct hd_model_param *p)
{
	const struct hd_api_type *behind = &m->api->types[pointee->refers];

	p->never_null = true;
	if (behind->kind == HD_API_RECORD && !m->api->records[behind->refers].foreign && !pointee->is_const) {
		p->kind = HD_PARAM_ADDRESS;
		p->object = hd_params_object(m, behind);
		return NULL;
	}
	if (pointee->is_const || behind->is_const)
		return behind->size == 1 && !pointee->is_const
			   ? (p->kind = HD_PARAM_CELL, p->element = sizeof(void *), NULL)
			   : hd_sprintf("takes an array of pointers (%s *)", pointee->spelling);
	p->kind = HD_PARAM_CELL;
	p->element = sizeof(void *);
	return NULL;
}

static char *infer_callback(const struct hd_model *m, const struct hd_api_type *function,
			    struct hd_model_param *p)
{
	enum hd_api_kind result = m->api->types[function->refers].kind;

	if (result == HD_API_RECORD || result == HD_API_OTHER)
		return hd_sprintf("takes a function that returns %s",
				  m->api->types[function->refers].spelling);
	p->kind = HD_PARAM_CALLBACK;
	return NULL;
}

/* Bytes, numbers and characters. */
static void infer_buffer(const struct hd_api_type *pointee, bool sized, struct hd_model_param *p)
{
	bool characters = pointee->kind == HD_API_INTEGER && pointee->size == 1;

	p->element = pointee->size ? pointee->size : 1;
	p->never_null = true;
	if (pointee->kind == HD_API_VOID && !sized) {
		p->kind = HD_PARAM_TOKEN;
		p->never_null = false;
	} else if (pointee->is_const) {
		p->kind = characters && pointee->is_signed && !sized ? HD_PARAM_TEXT : HD_PARAM_BYTES;
		p->never_null = p->kind != HD_PARAM_TEXT;
	} else {
		p->kind = sized || characters ? HD_PARAM_ROOM : HD_PARAM_CELL;
		p->number = is_number(pointee);
	}
}

static char *infer_pointer(struct hd_model *m, const struct hd_api_function *f, size_t index,
			   struct hd_model_param *p)
{
	const struct hd_api_type *pointee = hd_api_pointee(m->api, f->params[index].type);

	switch (pointee->kind) {
	case HD_API_RECORD:
		return infer_record(m, pointee, p);
	case HD_API_POINTER:
		return infer_double_pointer(m, pointee, p);
	case HD_API_FUNCTION:
		return infer_callback(m, pointee, p);
	case HD_API_OTHER:
		return hd_sprintf("takes %s, which Heddle cannot make",
				  m->api->types[f->params[index].type].spelling);
	default:
		infer_buffer(pointee, has_size(m, f, index), p);
		return NULL;
	}
}

static char *infer_param(struct hd_model *m, struct hd_model_function *f, size_t index)
{
	const struct hd_api_param *declared = &f->declared->params[index];
	const struct hd_api_type *t = &m->api->types[declared->type];
	struct hd_model_param *p = &f->params[index], *before = index ? p - 1 : NULL;

	if (p->kind == HD_PARAM_FIXED)
		return NULL;
	*p = (struct hd_model_param){0};
	if (t->kind == HD_API_POINTER)
		return infer_pointer(m, f->declared, index, p);
	if (is_number(t) && before && (before->kind == HD_PARAM_BYTES || before->kind == HD_PARAM_ROOM) &&
	    has_size(m, f->declared, index - 1)) {
		p->kind = HD_PARAM_SIZE;
		return NULL;
	}
	if (is_number(t)) {
		infer_number(m, t, declared->name, p);
		return NULL;
	}
	if (t->kind == HD_API_FLOATING) {
		p->kind = HD_PARAM_REAL;
		return NULL;
	}
	return hd_sprintf("takes %s by value", t->spelling);
}

/* A format without arguments, or what the hints say: their code may have further arguments in it. */
static bool is_last_of_variadic(const struct hd_model_function *f)
{
	enum hd_param_kind last = f->nparams ? f->params[f->nparams - 1].kind : HD_PARAM_UNUSABLE;

	return last == HD_PARAM_TEXT || last == HD_PARAM_FIXED;
}

void hd_params_infer(struct hd_model *m, struct hd_model_function *f)
{
	const struct hd_api_function *declared = f->declared;

	if (declared->nparams > HD_MODEL_PARAMS) {
		hd_model_reject(f, hd_sprintf("takes more than %d arguments", HD_MODEL_PARAMS));
		return;
	}
	f->nparams = (unsigned)declared->nparams;
	for (size_t i = 0; i < declared->nparams; i++) {
		char *why = infer_param(m, f, i);

		if (why) {
			hd_model_reject(f, why);
			return;
		}
	}
	if (declared->variadic && !is_last_of_variadic(f))
		hd_model_reject(f, hd_sprintf("takes a variable number of arguments"));
}
