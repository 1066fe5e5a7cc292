/* SPDX-License-Identifier: Apache-2.0
 *
 * What Heddle takes a library's functions for: which make an object, which end one, which work on one, and
 * what may be passed for each parameter. It follows from the declarations, from conventions of naming, and
 * from hints of the user. */
#pragma once

#include <stdint.h>

#include "gen/api/api.h"

#define HD_MODEL_PARAMS 8
#define HD_MODEL_VALUES 16
#define HD_MODEL_TEXTS	8
#define HD_NO_OBJECT	UINT32_MAX

enum hd_role {
	HD_ROLE_UNUSABLE,
	HD_ROLE_SETUP,	     /* prepares the library; called once before everything else */
	HD_ROLE_CREATOR,     /* makes an object: its result, or through a pointer */
	HD_ROLE_INITIALISER, /* makes an object in memory of the caller */
	HD_ROLE_DESTROYER,
	HD_ROLE_OPERATION
};

enum hd_param_kind {
	HD_PARAM_UNUSABLE,
	HD_PARAM_OBJECT,
	HD_PARAM_MEMORY,  /* where an initialiser makes its object */
	HD_PARAM_ADDRESS, /* where a creator puts the pointer to its object */
	HD_PARAM_NUMBER,
	HD_PARAM_REAL,
	HD_PARAM_TEXT,
	HD_PARAM_BYTES,	   /* input of a size that another parameter says, or none */
	HD_PARAM_ROOM,	   /* output of such a size */
	HD_PARAM_SIZE,	   /* the size of the parameter before it, in elements */
	HD_PARAM_CELL,	   /* one value, or a plain struct, for the function to read or write */
	HD_PARAM_CALLBACK, /* a function */
	HD_PARAM_TOKEN,	   /* data that the library passes on */
	HD_PARAM_FIXED	   /* what the hints say, as C code */
};

struct hd_model_param {
	enum hd_param_kind kind;
	uint32_t object;  /* index into objects[] */
	uint32_t element; /* bytes of one element, or of the cell */
	bool owned;	  /* the function takes the object over: nothing else may use it afterwards */
	bool never_null;  /* the first object is never NULL, unless the hints say so */
	bool number;	  /* the cell holds a number, which can be compared */
	unsigned ntexts;  /* texts worth passing: see texts.h; 0: any */
	uint32_t texts[HD_MODEL_TEXTS];
	unsigned nvalues; /* numbers worth passing */
	long long values[HD_MODEL_VALUES];
	char *expression; /* of HD_PARAM_FIXED */
};

enum hd_result_kind {
	HD_RESULT_NONE,
	HD_RESULT_NUMBER,
	HD_RESULT_REAL,
	HD_RESULT_TEXT,
	HD_RESULT_POINTER /* only whether it is NULL can be compared */
};

struct hd_model_function {
	const struct hd_api_function *declared;
	enum hd_role role;
	enum hd_result_kind result;
	uint32_t made;	 /* the object that it makes or hands out, or HD_NO_OBJECT */
	uint32_t object; /* the object that it is mainly about, or HD_NO_OBJECT: the library as a whole */
	bool observer;	 /* only looks: takes a const object alone, and returns something */
	bool unsafe;	 /* by contract not to be called by two threads: never in a suffix */
	bool skipped;	 /* the hints say that it is not to be called */
	bool named;	 /* the hints say that it and others named in this way are the only ones */
	uint32_t before; /* a function that has to be called before it on the same object, or HD_NO_OBJECT */
	char *why;	 /* it cannot be used: a sentence without a full stop */
	unsigned nparams;
	struct hd_model_param params[HD_MODEL_PARAMS];
};

struct hd_model_object {
	uint32_t record; /* index into api->records */
	const char *name;
	uint32_t destroyer; /* index into functions[], or HD_NO_OBJECT */
	bool zeroed;	    /* there is no function that makes one: zeroed memory has to do */
};

struct hd_model {
	struct hd_api *api;
	struct hd_model_function *functions; /* as many as api->functions, in that order */
	size_t nfunctions;
	struct hd_model_object *objects;
	size_t nobjects, objects_capacity;
	char **texts; /* of the hints */
	size_t ntexts, texts_capacity;
};

void hd_model_term(struct hd_model *m);

/* The function with that name, or HD_NO_OBJECT. */
uint32_t hd_model_function_named(const struct hd_model *m, const char *name);
/* "struct queue", "queue" and "queue_t" name the same object. HD_NO_OBJECT: there is none. */
uint32_t hd_model_object_named(const struct hd_model *m, const char *name);
/* The function cannot be used. `why` is kept, and to be freed by the model. */
void hd_model_reject(struct hd_model_function *f, char *why);
/* The user says what the function is for. NULL, or why that cannot be (to be freed). */
char *hd_model_set_role(struct hd_model *m, struct hd_model_function *f, enum hd_role role, bool observer);
/* Whether an object of this type can be made at all. */
bool hd_model_can_make(const struct hd_model *m, uint32_t object);
/* A function of ours is passed for the parameter. */
bool hd_model_is_callback(const struct hd_model *m, uint32_t function, unsigned param);
/* The number of a parameter that is a callback, among all such ones of the model in order. */
unsigned hd_model_callback(const struct hd_model *m, uint32_t function, unsigned param);
/* The function works on such an object: one of its parameters is one. */
bool hd_model_takes(const struct hd_model_function *f, uint32_t object);
