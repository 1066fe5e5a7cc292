/* SPDX-License-Identifier: Apache-2.0
 *
 * The code that a schedule goes through, as far as it takes to find the same operations in another build of
 * the program: for each function that a step is in, its source lines with the calls of each. It is kept in a
 * text file beside the schedule (docs/schedule-format.md).
 *
 * places.c makes and frees it, places_text.c is the text format. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_PLACES_VERSION 1

struct hd_place_call {
	uint64_t offset; /* of the return address, from the module's load base */
	uint32_t column; /* 0: not known */
	char *callee;	 /* what is called; "": not known */
};

struct hd_place_line {
	int32_t below;		     /* the line where the function begins */
	char *text;		     /* the source, without blanks around it; "": not known */
	struct hd_place_call *calls; /* by column, then by offset */
	size_t ncalls, cap;
};

struct hd_place_function {
	char *module;		     /* the path                                                  */
	char *within;		     /* the symbol whose code it is: another one where it was inlined  */
	char *function, *file;	     /* the last part of the path; "": not known                   */
	struct hd_place_line *lines; /* from above */
	size_t nlines, cap;
};

struct hd_places {
	struct hd_place_function *functions;
	size_t n, cap;
};

/* Nothing yet; strings are copied. */
struct hd_place_function *hd_places_add(struct hd_places *p, const char *module, const char *within,
					const char *function, const char *file);
struct hd_place_line *hd_place_function_add(struct hd_place_function *f, int32_t below, const char *text);
void hd_place_line_add(struct hd_place_line *l, uint64_t offset, uint32_t column, const char *callee);
void hd_place_line_free(struct hd_place_line *l); /* what it points to, not itself */
void hd_places_free(struct hd_places *p);	  /* what it points to, not itself */

struct hd_place { /* one call: which function, which line of it, which call of that */
	size_t function, line, call;
};

/* Where the call is that returns to this offset; false: it is not there. */
bool hd_places_find(const struct hd_places *p, const char *module, uint64_t offset, struct hd_place *at);
