/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/api/api.h"

#include <stdlib.h>

#include "base/fail.h"

enum capacity_of { OF_TYPES, OF_RECORDS, OF_ENUMS, OF_FUNCTIONS, OF_HEADERS, OF_NOTES };

#define ADD(api, array, which, ...)                                                                          \
	do {                                                                                                 \
		(api)->array = hd_grow((api)->array, &(api)->capacity[which], (api)->n##array + 1,           \
				       sizeof *(api)->array);                                                \
		(api)->array[(api)->n##array++] = (__VA_ARGS__);                                             \
	} while (0)

unsigned hd_api_add_type(struct hd_api *a, struct hd_api_type type)
{
	type.spelling = hd_strdup(type.spelling);
	ADD(a, types, OF_TYPES, type);
	return (unsigned)a->ntypes - 1;
}

unsigned hd_api_add_record(struct hd_api *a, const char *name, bool complete, bool foreign, unsigned size)
{
	ADD(a, records, OF_RECORDS,
	    (struct hd_api_record){
		.name = hd_strdup(name), .complete = complete, .foreign = foreign, .size = size});
	return (unsigned)a->nrecords - 1;
}

unsigned hd_api_add_enum(struct hd_api *a, const char *name)
{
	ADD(a, enums, OF_ENUMS, (struct hd_api_enum){.name = hd_strdup(name)});
	return (unsigned)a->nenums - 1;
}

unsigned hd_api_add_function(struct hd_api *a, const char *name, unsigned result, bool variadic,
			     bool never_returns)
{
	ADD(a, functions, OF_FUNCTIONS,
	    (struct hd_api_function){.name = hd_strdup(name),
				     .result = result,
				     .variadic = variadic,
				     .never_returns = never_returns});
	return (unsigned)a->nfunctions - 1;
}

void hd_api_add_header(struct hd_api *a, const char *header)
{
	ADD(a, headers, OF_HEADERS, hd_strdup(header));
}

void hd_api_add_note(struct hd_api *a, const char *note)
{
	ADD(a, notes, OF_NOTES, hd_strdup(note));
}

static void *one_more(void *array, size_t n, size_t size)
{
	size_t capacity = n;

	return hd_grow(array, &capacity, n + 1, size);
}

void hd_api_add_value(struct hd_api *a, long long number, const char *name)
{
	struct hd_api_enum *e = &a->enums[a->nenums - 1];

	e->values = one_more(e->values, e->nvalues, sizeof *e->values);
	e->values[e->nvalues++] = (struct hd_api_value){.number = number, .name = hd_strdup(name)};
}

void hd_api_add_param(struct hd_api *a, unsigned type, const char *name)
{
	struct hd_api_function *f = &a->functions[a->nfunctions - 1];

	f->params = one_more(f->params, f->nparams, sizeof *f->params);
	f->params[f->nparams++] = (struct hd_api_param){.type = type, .name = hd_strdup(name)};
}

void hd_api_add_argument(struct hd_api *a, unsigned function_type, unsigned argument)
{
	struct hd_api_type *t = &a->types[function_type];

	t->arguments = one_more(t->arguments, t->narguments, sizeof *t->arguments);
	t->arguments[t->narguments++] = argument;
}

const struct hd_api_type *hd_api_pointee(const struct hd_api *a, unsigned type)
{
	return a->types[type].kind == HD_API_POINTER ? &a->types[a->types[type].refers] : NULL;
}

static void free_function(struct hd_api_function *f)
{
	for (size_t i = 0; i < f->nparams; i++)
		free(f->params[i].name);
	free(f->params);
	free(f->name);
}

static void free_enum(struct hd_api_enum *e)
{
	for (size_t i = 0; i < e->nvalues; i++)
		free(e->values[i].name);
	free(e->values);
	free(e->name);
}

static void free_strings(char **strings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(strings[i]);
	free(strings);
}

void hd_api_term(struct hd_api *a)
{
	for (size_t i = 0; i < a->ntypes; i++) {
		free(a->types[i].arguments);
		free(a->types[i].spelling);
	}
	for (size_t i = 0; i < a->nrecords; i++)
		free(a->records[i].name);
	for (size_t i = 0; i < a->nenums; i++)
		free_enum(&a->enums[i]);
	for (size_t i = 0; i < a->nfunctions; i++)
		free_function(&a->functions[i]);
	free_strings(a->headers, a->nheaders);
	free_strings(a->notes, a->nnotes);
	free(a->types);
	free(a->records);
	free(a->enums);
	free(a->functions);
	*a = (struct hd_api){0};
}
