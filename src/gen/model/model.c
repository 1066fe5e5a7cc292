/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

void hd_model_reject(struct hd_model_function *f, char *why)
{
	f->role = HD_ROLE_UNUSABLE;
	free(f->why);
	f->why = why;
}

uint32_t hd_model_function_named(const struct hd_model *m, const char *name)
{
	for (uint32_t i = 0; i < m->nfunctions; i++)
		if (!strcmp(m->functions[i].declared->name, name))
			return i;
	return HD_NO_OBJECT;
}

static bool is_same_object(const char *record, const char *name)
{
	const char *space = strrchr(record, ' '), *tag = space ? space + 1 : record;
	size_t length = strlen(tag);

	return !strcmp(record, name) || !strcmp(tag, name) ||
	       (!strncmp(tag, name, length) && !strcmp(name + length, "_t")) ||
	       (*tag == '_' && !strcmp(tag + 1, name));
}

uint32_t hd_model_object_named(const struct hd_model *m, const char *name)
{
	for (uint32_t i = 0; i < m->nobjects; i++)
		if (is_same_object(m->objects[i].name, name))
			return i;
	return HD_NO_OBJECT;
}

bool hd_model_takes(const struct hd_model_function *f, uint32_t object)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_OBJECT && f->params[i].object == object)
			return true;
	return false;
}

static bool makes_through_pointer(const struct hd_model_function *f)
{
	for (unsigned i = 0; i < f->nparams; i++)
		if (f->params[i].kind == HD_PARAM_ADDRESS)
			return true;
	return false;
}

char *hd_model_set_role(struct hd_model *m, struct hd_model_function *f, enum hd_role role, bool observer)
{
	bool first_is_object =
	    f->nparams && (f->params[0].kind == HD_PARAM_OBJECT || f->params[0].kind == HD_PARAM_MEMORY);

	if (role == HD_ROLE_CREATOR && f->made == HD_NO_OBJECT && !makes_through_pointer(f))
		return hd_sprintf("it returns no object");
	if ((role == HD_ROLE_INITIALISER || role == HD_ROLE_DESTROYER || observer) && !first_is_object)
		return hd_sprintf("its first parameter is no object");
	if (observer && f->nparams != 1)
		return hd_sprintf("an observer takes its object and nothing else");
	if (role == HD_ROLE_INITIALISER) {
		const struct hd_api_record *record = &m->api->records[m->objects[f->params[0].object].record];

		if (!record->complete)
			return hd_sprintf("the headers do not say how large a %s is", record->name);
		f->params[0].element = record->size;
		f->made = f->params[0].object;
	}
	if (first_is_object)
		f->params[0].kind = role == HD_ROLE_INITIALISER ? HD_PARAM_MEMORY : HD_PARAM_OBJECT;
	f->object = role == HD_ROLE_CREATOR ? f->made : first_is_object ? f->params[0].object : f->object;
	f->role = role;
	f->observer = observer;
	return NULL;
}

bool hd_model_is_callback(const struct hd_model *m, uint32_t function, unsigned param)
{
	return m->functions[function].role != HD_ROLE_UNUSABLE &&
	       m->functions[function].params[param].kind == HD_PARAM_CALLBACK;
}

unsigned hd_model_callback(const struct hd_model *m, uint32_t function, unsigned param)
{
	unsigned n = 0;

	for (uint32_t f = 0; f <= function; f++) {
		unsigned before = f < function ? m->functions[f].nparams : param;

		for (unsigned p = 0; p < before; p++)
			n += hd_model_is_callback(m, f, p);
	}
	return n;
}

bool hd_model_can_make(const struct hd_model *m, uint32_t object)
{
	if (m->objects[object].zeroed)
		return true;
	for (size_t i = 0; i < m->nfunctions; i++) {
		const struct hd_model_function *f = &m->functions[i];

		if (f->made == object && (f->role == HD_ROLE_CREATOR || f->role == HD_ROLE_INITIALISER))
			return true;
	}
	return false;
}

void hd_model_term(struct hd_model *m)
{
	for (size_t i = 0; i < m->nfunctions; i++) {
		free(m->functions[i].why);
		for (unsigned p = 0; p < HD_MODEL_PARAMS; p++)
			free(m->functions[i].params[p].expression);
	}
	for (size_t i = 0; i < m->ntexts; i++)
		free(m->texts[i]);
	free(m->functions);
	free(m->objects);
	free(m->texts);
}
