/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/infer.h"

#include "base/fail.h"
#include "gen/model/conventions.h"
#include "gen/model/params.h"

static uint32_t first_object(const struct hd_model_function *f)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_OBJECT)
			return f->params[i].object;
	return HD_NO_OBJECT;
}

/* ---- results ---- */

static void infer_result(struct hd_model *m, struct hd_model_function *f)
{
	const struct hd_api_type *t = &m->api->types[f->declared->result];
	const struct hd_api_type *pointee = hd_api_pointee(m->api, f->declared->result);

	f->made = HD_NO_OBJECT;
	if (t->kind == HD_API_INTEGER || t->kind == HD_API_BOOL || t->kind == HD_API_ENUM)
		f->result = HD_RESULT_NUMBER;
	else if (t->kind == HD_API_FLOATING)
		f->result = HD_RESULT_REAL;
	else if (pointee)
		f->result = pointee->kind == HD_API_INTEGER && pointee->size == 1 && pointee->is_signed
				? HD_RESULT_TEXT
				: HD_RESULT_POINTER;
	if (pointee && pointee->kind == HD_API_RECORD && !pointee->is_const &&
	    !m->api->records[pointee->refers].foreign)
		f->made = hd_params_object(m, pointee);
}

/* ---- roles ---- */

static const struct hd_api_record *record_of(const struct hd_model *m, uint32_t object)
{
	return &m->api->records[m->objects[object].record];
}

static bool fills_address(const struct hd_model_function *f)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_ADDRESS)
			return true;
	return false;
}

/* One object alone, or with a function that ends what it holds. */
static bool takes_only_its_object(const struct hd_model_function *f)
{
	return (f->nparams == 1 || (f->nparams == 2 && f->params[1].kind == HD_PARAM_CALLBACK)) &&
	       f->params[0].kind == HD_PARAM_OBJECT;
}

static bool is_initialiser(const struct hd_model *m, const struct hd_model_function *f)
{
	return hd_name_has(f->declared->name, HD_WORD_INITIALISES) && f->nparams &&
	       f->params[0].kind == HD_PARAM_OBJECT && record_of(m, f->params[0].object)->complete;
}

static bool is_creator(const struct hd_model_function *f)
{
	const char *name = f->declared->name;

	if (fills_address(f))
		return hd_name_has(name, HD_WORD_CREATES) || hd_name_has(name, HD_WORD_INITIALISES);
	if (f->made == HD_NO_OBJECT || hd_model_takes(f, f->made))
		return false;
	return hd_name_has(name, HD_WORD_CREATES) || hd_name_has(name, HD_WORD_INITIALISES) ||
	       (first_object(f) == HD_NO_OBJECT && !hd_name_has(name, HD_WORD_HANDS_OUT) &&
		!hd_name_has(name, HD_WORD_CHANGES));
}

static uint32_t object_at_address(const struct hd_model_function *f)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_ADDRESS)
			return f->params[i].object;
	return HD_NO_OBJECT;
}

static void infer_observer(const struct hd_model *m, struct hd_model_function *f)
{
	const struct hd_api_type *pointee =
	    f->nparams == 1 ? hd_api_pointee(m->api, f->declared->params[0].type) : NULL;

	f->observer =
	    pointee && pointee->is_const && f->params[0].kind == HD_PARAM_OBJECT &&
	    (f->result == HD_RESULT_NUMBER || f->result == HD_RESULT_REAL || f->result == HD_RESULT_TEXT);
}

/* A function about no object at all: it prepares or ends the library, or works on what all share. */
static void infer_library_role(struct hd_model_function *f)
{
	const char *name = f->declared->name;

	f->role = HD_ROLE_OPERATION;
	if (hd_name_ends(name, HD_WORD_INITIALISES))
		f->role = HD_ROLE_SETUP;
	else if (hd_name_ends(name, HD_WORD_DESTROYS) || hd_name_ends(name, HD_WORD_ENDS))
		hd_model_reject(f, hd_sprintf("ends the library as a whole"));
}

static void infer_role(struct hd_model *m, struct hd_model_function *f)
{
	f->object = first_object(f);
	if (f->declared->never_returns) {
		hd_model_reject(f, hd_sprintf("never returns"));
	} else if (is_initialiser(m, f)) {
		f->role = HD_ROLE_INITIALISER;
		f->params[0].kind = HD_PARAM_MEMORY;
		f->params[0].element = record_of(m, f->object)->size;
		f->made = f->object;
	} else if (is_creator(f)) {
		f->role = HD_ROLE_CREATOR;
		if (fills_address(f))
			f->made = object_at_address(f);
		f->object = f->made;
	} else if (fills_address(f) && f->nparams == 1) {
		hd_model_reject(f,
				hd_sprintf("takes the address of a pointer, and its name does not say why"));
	} else if (hd_name_has(f->declared->name, HD_WORD_DESTROYS) && takes_only_its_object(f)) {
		f->role = HD_ROLE_DESTROYER;
	} else if (f->object == HD_NO_OBJECT) {
		infer_library_role(f);
	} else {
		f->role = HD_ROLE_OPERATION;
		infer_observer(m, f);
	}
}

/* A function that gets no object to work on tells nothing. */
static void require_first_object(struct hd_model_function *f)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_OBJECT) {
			f->params[i].never_null = true;
			return;
		}
}

void hd_model_infer(struct hd_model *m, struct hd_model_function *f)
{
	hd_params_infer(m, f);
	infer_result(m, f);
	f->observer = false;
	if (f->why)
		return;
	infer_role(m, f);
	require_first_object(f);
}

/* Where nothing is named as a destroyer, a function such as close is one. */
static void choose_destroyers(struct hd_model *m)
{
	for (uint32_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].role == HD_ROLE_DESTROYER &&
		    m->objects[m->functions[i].object].destroyer == HD_NO_OBJECT)
			m->objects[m->functions[i].object].destroyer = i;
	for (uint32_t i = 0; i < m->nfunctions; i++) {
		struct hd_model_function *f = &m->functions[i];

		if (f->role == HD_ROLE_OPERATION && takes_only_its_object(f) &&
		    hd_name_ends(f->declared->name, HD_WORD_ENDS) &&
		    m->objects[f->object].destroyer == HD_NO_OBJECT) {
			m->objects[f->object].destroyer = i;
			f->role = HD_ROLE_DESTROYER;
		}
	}
}

static bool is_handed_out(const struct hd_model *m, uint32_t object)
{
	for (size_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].made == object && m->functions[i].role != HD_ROLE_UNUSABLE)
			return true;
	return false;
}

/* What no function makes: zeroes, if its members are known. */
static void settle_objects(struct hd_model *m)
{
	for (uint32_t i = 0; i < m->nobjects; i++)
		m->objects[i].zeroed = record_of(m, i)->complete && !hd_model_can_make(m, i);
	for (size_t f = 0; f < m->nfunctions; f++)
		for (unsigned p = 0; p < m->functions[f].nparams; p++) {
			struct hd_model_function *function = &m->functions[f];
			const struct hd_model_param *param = &function->params[p];

			if (function->role != HD_ROLE_UNUSABLE && param->kind == HD_PARAM_OBJECT &&
			    !hd_model_can_make(m, param->object) && !is_handed_out(m, param->object)) {
				hd_model_reject(function, hd_sprintf("no function makes a %s",
								     m->objects[param->object].name));
				break;
			}
		}
}

void hd_model_make(struct hd_model *m, struct hd_api *api)
{
	*m = (struct hd_model){.api = api,
			       .functions = hd_new(api->nfunctions + 1, sizeof *m->functions),
			       .nfunctions = api->nfunctions};
	for (size_t i = 0; i < api->nfunctions; i++) {
		struct hd_model_function *f = &m->functions[i];

		f->declared = &api->functions[i];
		f->object = f->before = HD_NO_OBJECT;
		hd_model_infer(m, f);
	}
}

/* Functions that the hints leave out, or that are not among those that the hints name. */
static void leave_out(struct hd_model *m)
{
	bool some_named = false;

	for (size_t i = 0; i < m->nfunctions; i++)
		some_named |= m->functions[i].named;
	for (size_t i = 0; i < m->nfunctions; i++)
		if (m->functions[i].skipped || (some_named && !m->functions[i].named))
			hd_model_reject(&m->functions[i], hd_sprintf("the hints say so"));
}

void hd_model_settle(struct hd_model *m)
{
	leave_out(m);
	choose_destroyers(m);
	settle_objects(m);
}
