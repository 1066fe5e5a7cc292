/* SPDX-License-Identifier: Apache-2.0
 *
 * A library's interface as its headers declare it: functions, and the types that they speak of. These are
 * facts alone; what a function is for is inferred in gen/model. libexec/heddle-gen reads the headers and
 * writes these facts as text; the controller parses that text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum hd_api_kind {
	HD_API_VOID,
	HD_API_BOOL,
	HD_API_INTEGER,
	HD_API_FLOATING,
	HD_API_ENUM,
	HD_API_RECORD, /* a struct or union by value */
	HD_API_POINTER,
	HD_API_FUNCTION,
	HD_API_OTHER, /* va_list, vectors, complex numbers, …: nothing is known about it */
	HD_API_KINDS
};

struct hd_api_type {
	enum hd_api_kind kind;
	bool is_const;
	bool is_signed;
	unsigned size; /* in bytes; 0: unknown */
	unsigned
	    refers; /* pointer: type it points to; function: type of its result; enum, record: index there */
	unsigned *arguments; /* function: types */
	size_t narguments;
	char *spelling; /* as C code names it in a cast */
};

struct hd_api_record {
	char *name;    /* "struct queue", or the name of its typedef if it has no tag */
	bool complete; /* the headers show its members */
	bool foreign;  /* a system header declares it */
	unsigned size;
};

struct hd_api_value {
	long long number;
	char *name;
};

struct hd_api_enum {
	char *name;
	struct hd_api_value *values;
	size_t nvalues;
};

struct hd_api_param {
	unsigned type;
	char *name; /* "" if it has none */
};

struct hd_api_function {
	char *name;
	unsigned result; /* type */
	bool variadic;
	bool never_returns;
	struct hd_api_param *params;
	size_t nparams;
};

struct hd_api {
	struct hd_api_type *types;
	size_t ntypes;
	struct hd_api_record *records;
	size_t nrecords;
	struct hd_api_enum *enums;
	size_t nenums;
	struct hd_api_function *functions;
	size_t nfunctions;
	char **headers; /* as an #include line names them, in order */
	size_t nheaders;
	char **notes; /* sentences about what could not be read */
	size_t nnotes;
	size_t capacity[8]; /* of the arrays: see api.c */
};

/* Each adds one and returns its index; strings are copied. */
unsigned hd_api_add_type(struct hd_api *a, struct hd_api_type type);
unsigned hd_api_add_record(struct hd_api *a, const char *name, bool complete, bool foreign, unsigned size);
unsigned hd_api_add_enum(struct hd_api *a, const char *name);
unsigned hd_api_add_function(struct hd_api *a, const char *name, unsigned result, bool variadic,
			     bool never_returns);
void hd_api_add_header(struct hd_api *a, const char *header);
void hd_api_add_note(struct hd_api *a, const char *note);
/* Add to the last enum, the last function, or a function type. */
void hd_api_add_value(struct hd_api *a, long long number, const char *name);
void hd_api_add_param(struct hd_api *a, unsigned type, const char *name);
void hd_api_add_argument(struct hd_api *a, unsigned function_type, unsigned argument);

/* The type that a pointer points to; NULL: it is no pointer. */
const struct hd_api_type *hd_api_pointee(const struct hd_api *a, unsigned type);

void hd_api_term(struct hd_api *a);
